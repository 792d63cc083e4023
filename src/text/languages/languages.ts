/**
 * The languages we know. An export is a language by its name, and its record says all that is particular to it;
 * relatives share a file. Read it through `../code/known.ts`.
 */
export { bash, fish } from './bash.ts';
export { c, cpp, glsl, objectiveC } from './c.ts';
export { csharp, d } from './csharp.ts';
export { css, less, sass, scss } from './css.ts';
export { elixir, erlang } from './elixir.ts';
export { go } from './go.ts';
export { html, jinja, latex, razor, xml } from './html.ts';
export { apex, gradle, groovy, java, kotlin, scala } from './java.ts';
export { coffeescript, javascript, tsx, typescript } from './javascript.ts';
export { bicep, env, hcl, ini, json, jsonl, nginx, nix, toml } from './json.ts';
export { clojure, lisp, racket, scheme } from './lisp.ts';
export { lua } from './lua.ts';
export { bat, cmake, dockerfile, makefile } from './make.ts';
export { asciidoc, csv, diff, markdown, restructuredtext, roff, rst, text } from './markdown.ts';
export { elm, fsharp, haskell, ocaml } from './ocaml.ts';
export { ada, cobol, fortran, pascal, vb } from './pascal.ts';
export { awk, perl, prolog, puppet, tcl, vim } from './perl.ts';
export { php } from './php.ts';
export { powershell } from './powershell.ts';
export { graphql, prisma, protobuf, thrift } from './protobuf.ts';
export { cython, meson, python, starlark } from './python.ts';
export { julia, matlab, nim, r } from './r.ts';
export { crystal, ruby } from './ruby.ts';
export { rust } from './rust.ts';
export { sql } from './sql.ts';
export { dart, solidity, swift, zig } from './swift.ts';
export { asm, verilog, vhdl } from './verilog.ts';
export { astro, svelte, vue } from './vue.ts';
export { yaml } from './yaml.ts';
