import type { Language, Lines } from '../code/language.ts';
import { DOUBLE, HASH, SINGLE, TRIPLE, TRIPLE_SINGLE } from '../code/marks.ts';
import { firstWords } from '../code/words.ts';
import { pythonModules } from '../imports/python.ts';

/** How the relatives of Python are read line by line. */
const pythonLines: Lines = {
  comments: HASH,
  imports: [/^\s*from\s+([.\w]+)\s+import\s+([\w, ]+)/, /^\s*import\s+([\w.]+)/],
  definitions: {
    class: /^\s*(?:cdef\s+)?class\s+(\w+)/,
    function: /^\s*(?:async\s+)?(?:def|cpdef\b.*?|cdef\b.*?)\s+(\w+)\s*\(/,
    variable: /^([A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)/,
  },
};

const likePython: Language = {
  ...pythonLines,
  strings: [TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE],
  docstrings: true,
  modules: pythonModules,
  braceless: true,
};

export const python: Language = {
  ...likePython,
  extensions: 'py pyi pyw gyp bzl star',
  spoken: 'python python2 python3 pypi pip mypy',
  files: 'sconstruct sconscript wscript',
  interpreters: /^(?:python|pypy|uv)/,
  // A package named `test` is a library for writing tests.
  testFolders: '',
  grammar: {
    wasm: 'python',
    query: `
(function_definition name: (identifier) @name) @function
(class_definition name: (identifier) @name superclasses: (argument_list)? @bases) @class
(assignment left: (identifier) @name) @variable
(assignment left: (pattern_list (identifier) @name)) @variable
(type_alias_statement left: (type) @name) @type
(import_statement) @import (import_from_statement) @import (future_import_statement) @import
(comment) @comment
(expression_statement . (string) @doc .)
(decorator) @lead (argument_list) @call
(call arguments: (generator_expression) @call)
(type) @types
`,
    imports: (statement, line) => {
      const flat = statement.replace(/#[^\n]*/g, '').replace(/[()\\\n\r]/g, ' ');
      const [, from, names = ''] =
        /^\s*from\s+([.\s]*[\w.]*)\s+import\b(.*)$/s.exec(flat) ??
        /^\s*from\s*(\.+)\s*import\b(.*)$/s.exec(flat) ??
        [];
      if (from !== undefined)
        return [{ module: from.replace(/\s/g, ''), names: firstWords(names), line }];
      const modules = firstWords(flat.replace(/^\s*import\b/, ''));
      return modules.map((module) => ({ module, names: [], line }));
    },
  },
};

export const cython: Language = { ...likePython, extensions: 'pyx pxd pxi' };

export const starlark: Language = {
  ...likePython,
  extensions: 'bazel',
  files: 'build workspace build.bazel workspace.bazel module.bazel buck tiltfile',
  role: 'build',
  calls: true,
  imports: /^\s*load\(\s*"([^"]+)"/,
  definitions: {
    function: /^\s*def\s+(\w+)/,
    target: /^\s+name\s*=\s*"([^"]+)"/,
    variable: /^([A-Za-z_]\w*)\s*=(?!=)/,
  },
};

export const meson: Language = {
  ...pythonLines,
  extensions: 'meson',
  role: 'build',
  calls: true,
};
