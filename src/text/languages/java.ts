import type { Language, Lines } from '../code/language.ts';
import { DOUBLE, SINGLE, SLASHES, TRIPLE } from '../code/marks.ts';
import { MEMBER, modified } from '../code/modifiers.ts';
import { jvmModules } from '../imports/jvm.ts';

/** How the relatives of Java are read line by line. */
export const javaLines: Lines = {
  comments: SLASHES,
  imports: /^\s*import\s+(?:static\s+)?([\w.]+)/,
  definitions: {
    class: modified`(?:class|record|struct)\s+([A-Za-z_]\w*)`,
    interface: modified`@?interface\s+([A-Za-z_]\w*)`,
    enum: modified`enum\s+([A-Za-z_]\w*)`,
    namespace: /^\s*namespace\s+([\w.]+)/,
    method: MEMBER,
  },
};

export const java: Language = {
  ...javaLines,
  extensions: 'java',
  spoken: 'java jdk javadoc maven',
  strings: [TRIPLE, DOUBLE, SINGLE],
  grammar: {
    wasm: 'java',
    query: `
(class_declaration name: (identifier) @name superclass: (superclass)? @bases interfaces: (super_interfaces)? @bases) @class
(interface_declaration name: (identifier) @name (extends_interfaces)? @bases) @interface
(enum_declaration name: (identifier) @name interfaces: (super_interfaces)? @bases) @enum
(record_declaration name: (identifier) @name interfaces: (super_interfaces)? @bases) @class
(annotation_type_declaration name: (identifier) @name) @interface
(enum_constant name: (identifier) @name) @member
(method_declaration name: (identifier) @name) @method
(constructor_declaration name: (identifier) @name) @method
(compact_constructor_declaration name: (identifier) @name) @method
(annotation_type_element_declaration name: (identifier) @name) @method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @field
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @constant
(import_declaration) @import (line_comment) @comment (block_comment) @comment (argument_list) @call
(marker_annotation name: (identifier) @ref) (annotation name: (identifier) @ref)
(type_identifier) @ref
`,
    imports: (statement, line) => {
      const [, isStatic, path, isAll] =
        /^\s*import\s+(static\s+)?([\w.\s\u0080-\uffff]*\w)\s*(\.\s*\*)?/.exec(
          statement.replace(/\/\*[\s\S]*?\*\//g, ' '),
        ) ?? [];
      if (path === undefined) return [];
      const module = path.replace(/\s/g, '');
      if (isAll !== undefined) return [{ module, names: ['*'], line }];
      if (isStatic === undefined) return [{ module, names: [], line }];
      const cut = module.lastIndexOf('.');
      return [{ module: module.slice(0, cut), names: [module.slice(cut + 1)], line }];
    },
  },
  modules: jvmModules,
};

export const kotlin: Language = {
  extensions: 'kt kts',
  spoken: 'kotlin',
  comments: { ...SLASHES, nests: true },
  strings: [TRIPLE, DOUBLE, SINGLE],
  imports: /^\s*import\s+([\w.]+)/,
  definitions: {
    class: modified`(?:class|object)\s+(\w+)`,
    interface: modified`interface\s+(\w+)`,
    type: modified`typealias\s+(\w+)`,
    function: modified`fun\s+(?:<[^>]*>\s*)?(?:[\w.<>?]+\.)?(\w+)\s*\(`,
    constant: modified`va[lr]\s+(?:<[^>]*>\s*)?(?:[\w.<>?]+\.)?(\w+)`,
  },
  modules: jvmModules,
};

export const scala: Language = {
  extensions: 'scala sc sbt',
  spoken: 'scala sbt',
  comments: { ...SLASHES, nests: true },
  strings: [TRIPLE, DOUBLE, SINGLE],
  imports: /^\s*import\s+([\w.]+)/,
  definitions: {
    class: modified`(?:class|object)\s+(\w+)`,
    trait: modified`trait\s+(\w+)`,
    enum: modified`enum\s+(\w+)`,
    type: modified`type\s+(\w+)`,
    function: modified`def\s+([^\s(\[:=]+)`,
    constant: /^\s{0,2}(?:(?:private|implicit|lazy|final)\s+)*va[lr]\s+(\w+)/,
  },
  modules: jvmModules,
};

/** What Groovy and Gradle have in common. */
const likeGroovy: Language = {
  ...javaLines,
  strings: [TRIPLE, DOUBLE, SINGLE],
  definitions: {
    ...javaLines.definitions,
    function: /^\s*def\s+(\w+)\s*\(/,
    block: /^(\w[\w-]*)\s*\{\s*$/,
  },
  modules: jvmModules,
};

export const groovy: Language = {
  ...likeGroovy,
  extensions: 'groovy',
  files: 'jenkinsfile',
  interpreters: /^groovy/,
};

export const gradle: Language = {
  ...likeGroovy,
  extensions: 'gradle',
  role: 'build',
  calls: true,
};

export const apex: Language = {
  ...javaLines,
  extensions: 'cls trigger',
  unless: [['cls', /^\s*\\(?:Needs|Provides)/m, 'latex']],
};

export const d: Language = {
  ...javaLines,
  extensions: 'd di',
  strings: [DOUBLE, SINGLE],
  imports: /^\s*(?:static\s+|public\s+)?import\s+([\w.]+)/,
};
