import { createRequire } from 'node:module';
import type { Parser } from 'web-tree-sitter';
import { languageNamed } from '../../../text/code/known.ts';
import type { Grammar } from '../../../text/code/language.ts';
import { createSearch } from './search.ts';
import type { Loaded } from './tree-findings.ts';
import { startTreeSitter } from './tree-sitter.ts';

// Wasm modules live as long as the process, so loaded grammars are kept once for all callers.
const loading = new Map<string, Promise<void>>();
const ready = new Map<string, Loaded>();

/** Found through Node's own resolution, so that it also works from a bundle in `dist/`. */
const wasmPath = (name: string): string =>
  createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${name}.wasm`);

async function load(grammar: Grammar): Promise<void> {
  const treeSitter = await startTreeSitter();
  const language = await treeSitter.Language.load(wasmPath(grammar.wasm));
  const newParser = (): Parser => new treeSitter.Parser().setLanguage(language);
  const search = createSearch(language, grammar.query, treeSitter.Query);
  ready.set(grammar.wasm, { grammar, search, parser: newParser(), newParser });
}

/** Gives a grammar a new parser after its old one broke down in the middle of a text; without memory for one, texts are read line by line. */
export function renewParser(language: string): void {
  const loaded = loadedGrammar(language);
  if (loaded === undefined) return;
  try {
    ready.set(loaded.grammar.wasm, { ...loaded, parser: loaded.newParser() });
  } catch {
    ready.delete(loaded.grammar.wasm);
  }
}

/** Loads each grammar once, one after the other: emscripten's loader does not take two at a time. */
export async function loadGrammars(languages: Iterable<string>): Promise<void> {
  for (const language of languages) {
    const grammar = languageNamed(language)?.grammar;
    if (grammar === undefined) continue;
    const pending = loading.get(grammar.wasm) ?? load(grammar);
    loading.set(grammar.wasm, pending);
    await pending;
  }
}

export const loadedGrammar = (language: string): Loaded | undefined =>
  ready.get(languageNamed(language)?.grammar?.wasm ?? '');
