/**
 * The languages we know, beside those of `plain.ts`. An export is a language by its name; its record says all that is
 * particular to it. Languages that share a part of it share a file. Read it through `../code/known.ts`.
 */
export { bash } from './bash.ts';
export { c, cpp, glsl, objectiveC } from './c.ts';
export { csharp } from './csharp.ts';
export { css, less, sass, scss } from './css.ts';
export { elixir } from './elixir.ts';
export { go } from './go.ts';
export { bicep, hcl } from './hcl.ts';
export { ini } from './ini.ts';
export { apex, d, gradle, groovy, java, kotlin, scala } from './java.ts';
export { coffeescript, javascript, tsx, typescript } from './javascript.ts';
export { clojure, lisp, racket, scheme } from './lisp.ts';
export { lua } from './lua.ts';
export { elm, fsharp, haskell, ocaml } from './ocaml.ts';
export { php } from './php.ts';
export { powershell } from './powershell.ts';
export { cython, meson, python, starlark } from './python.ts';
export { crystal, ruby } from './ruby.ts';
export { rust } from './rust.ts';
export { sql } from './sql.ts';
export { astro, svelte, vue } from './vue.ts';
export { yaml } from './yaml.ts';
