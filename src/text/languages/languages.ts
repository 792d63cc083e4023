/**
 * The languages we know. An export is a language by its name; its record says all that is particular to it. Languages
 * that share a part of it share a file. Read it through `../code/known.ts`.
 */
export { ada } from './ada.ts';
export { asm } from './asm.ts';
export { awk } from './awk.ts';
export { bash } from './bash.ts';
export { c, cpp, glsl, objectiveC } from './c.ts';
export { cmake } from './cmake.ts';
export { csharp } from './csharp.ts';
export { css, less, sass, scss } from './css.ts';
export { dart } from './dart.ts';
export { dockerfile } from './dockerfile.ts';
export { elixir } from './elixir.ts';
export { erlang } from './erlang.ts';
export { fish } from './fish.ts';
export { fortran } from './fortran.ts';
export { go } from './go.ts';
export { graphql } from './graphql.ts';
export { bicep, hcl } from './hcl.ts';
export { html } from './html.ts';
export { ini } from './ini.ts';
export { apex, d, gradle, groovy, java, kotlin, scala } from './java.ts';
export { coffeescript, javascript, tsx, typescript } from './javascript.ts';
export { jinja } from './jinja.ts';
export { json } from './json.ts';
export { julia } from './julia.ts';
export { latex } from './latex.ts';
export { clojure, lisp, racket, scheme } from './lisp.ts';
export { lua } from './lua.ts';
export { makefile } from './makefile.ts';
export { matlab } from './matlab.ts';
export { nim } from './nim.ts';
export { nix } from './nix.ts';
export { elm, fsharp, haskell, ocaml } from './ocaml.ts';
export { pascal } from './pascal.ts';
export { perl } from './perl.ts';
export { php } from './php.ts';
export {
  asciidoc,
  bat,
  cobol,
  csv,
  diff,
  env,
  jsonl,
  markdown,
  nginx,
  prolog,
  puppet,
  razor,
  restructuredtext,
  roff,
  rst,
  text,
} from './plain.ts';
export { powershell } from './powershell.ts';
export { prisma } from './prisma.ts';
export { protobuf } from './protobuf.ts';
export { cython, meson, python, starlark } from './python.ts';
export { r } from './r.ts';
export { crystal, ruby } from './ruby.ts';
export { rust } from './rust.ts';
export { solidity } from './solidity.ts';
export { sql } from './sql.ts';
export { swift } from './swift.ts';
export { tcl } from './tcl.ts';
export { thrift } from './thrift.ts';
export { toml } from './toml.ts';
export { vb } from './vb.ts';
export { verilog } from './verilog.ts';
export { vhdl } from './vhdl.ts';
export { vim } from './vim.ts';
export { astro, svelte, vue } from './vue.ts';
export { xml } from './xml.ts';
export { yaml } from './yaml.ts';
export { zig } from './zig.ts';
