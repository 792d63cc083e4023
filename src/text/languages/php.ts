import type { Language } from '../code/language.ts';
import { LONG_DOUBLE, LONG_SINGLE } from '../code/marks.ts';
import { modified } from '../code/modifiers.ts';
import { heredoc } from '../code/quoting.ts';
import { firstWords } from '../code/words.ts';
import { phpModules } from '../imports/php.ts';

/** Where code goes on behind the markup at an offset. */
function behindMarkup(text: string, at: number): number {
  const open = text.indexOf('<?', at);
  if (open === -1) return text.length;
  return text.startsWith('php', open + 2) ? open + 5 : open + 2;
}

const HEREDOC = /<<<()[ \t]*(?:'([^'\n]{1,80})'|"([^"\n]{1,80})"|([A-Za-z_]\w{0,79}))/y;

export const php: Language = {
  extensions: 'php phtml php5 inc',
  spoken: 'php phpunit packagist',
  interpreters: /^php/,
  unless: [['inc', /^/, 'text', /<\?/]],
  comments: {
    marks: ['//', '#', '/* */'],
    opens: /^\s*(?:\/\/|\/\*|\*(?!\w)|#(?!\[))/,
    unless: /#\[/y,
    until: '?>',
  },
  strings: [
    heredoc(HEREDOC, true),
    {
      first: '?',
      end: ({ text, at }) => (text.startsWith('?>', at) ? behindMarkup(text, at + 2) : -1),
    },
    LONG_DOUBLE,
    LONG_SINGLE,
  ],
  codeFrom: behindMarkup,
  grammar: {
    wasm: 'php',
    query: `
(namespace_definition name: (_) @name) @namespace
(class_declaration name: (name) @name (base_clause)? @bases (class_interface_clause)? @bases) @class
(interface_declaration name: (name) @name (base_clause)? @bases) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name (class_interface_clause)? @bases) @enum
(enum_case name: (name) @name) @member
(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @method
(const_element . (name) @name) @constant
(property_element name: (variable_name (name) @name)) @field
(namespace_use_declaration) @import (require_expression) @import (require_once_expression) @import
(include_expression) @import (include_once_expression) @import (comment) @comment
(attribute_list) @lead (arguments) @call
(named_type (name) @ref) (object_creation_expression (name) @ref)
(scoped_call_expression scope: (name) @ref) (class_constant_access_expression . (name) @ref)
(use_declaration (name) @ref)
`,
    // Groups of `use` are expanded; `__DIR__ . '/x.php'` reads as `./x.php`.
    imports: (statement, line) => {
      const required = /^\s*(?:require|include)(?:_once)?\b[\s(]*([^'"]*)(['"])([^'"\n]+)\2/;
      const [, before = '', , path] = required.exec(statement) ?? [];
      if (path !== undefined) {
        const isHere = /__DIR__|dirname\s*\(\s*__FILE__/.test(before);
        return [{ module: isHere ? `./${path.replace(/^\/+/, '')}` : path, names: [], line }];
      }
      const body = /^\s*use\s+(?:(?:function|const)\s+)?([^;]*)/.exec(statement)?.[1] ?? '';
      const brace = body.indexOf('{');
      const prefix = brace === -1 ? '' : body.slice(0, brace).trim();
      const list = brace === -1 ? body : body.slice(brace + 1).replace('}', '');
      return firstWords(list, /^(?:function|const)\s+/).map((name) => ({
        module: (prefix + name).replace(/^\\/, ''),
        names: [],
        line,
      }));
    },
  },
  imports: /^\s*use\s+([\w\\]+)/,
  definitions: {
    class: modified`class\s+(\w+)`,
    interface: /^\s*interface\s+(\w+)/,
    trait: /^\s*trait\s+(\w+)/,
    enum: /^\s*enum\s+(\w+)/,
    function: modified`function\s+&?(\w+)`,
  },
  modules: phpModules,
};
