import type { Import } from '../../../../model/document.ts';
import type { Grammar } from '../grammar.ts';
import { hasManyHeredocs } from './scripts.ts';

/** A relative path gets its `./`, so that it can be told from a library. */
function callImport(name: string, rest: () => string, line: number): Import | null {
  if (name !== 'require' && name !== 'require_relative' && name !== 'load') return null;
  const module = /^\w*[\s(]*(['"])([^'"\n#]+)\1/.exec(rest());
  if (module === null) return null;
  const path = module[2] ?? '';
  const relative = name === 'require_relative' && !path.startsWith('.');
  return { module: relative ? `./${path}` : path, names: [], line };
}

const CASES = new Set(['describe', 'it', 'context', 'test', 'specify', 'feature', 'scenario']);

export const ruby: Grammar = {
  wasm: 'ruby',
  oddWords: true,
  query: `
(module name: (_) @name) @module
(class name: (_) @name superclass: (superclass)? @bases) @class
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(assignment left: (constant) @name) @constant
(assignment left: (scope_resolution name: (constant) @name)) @constant
(alias name: (_) @name) @alias
(call method: (identifier) @ref)
(call receiver: (constant) @ref)
(superclass (_) @types)
(argument_list (constant) @ref)
(comment) @comment
`,
  callImport,
  stumbles: hasManyHeredocs,
  isCase: (name) => CASES.has(name),
};
