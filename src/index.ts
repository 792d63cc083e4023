export { assemble } from './assemble.ts';
export type { Config } from './config/defaults.ts';
export { DEFAULTS } from './config/defaults.ts';
export type { Engine, EngineOptions } from './engine.ts';
export { openEngine } from './engine.ts';
export { gather } from './gather.ts';
