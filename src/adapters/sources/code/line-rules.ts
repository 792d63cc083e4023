/** A line that looks like a definition: the kind and a pattern whose last matching group is the name. */
type Rule = readonly [kind: string, pattern: RegExp];

export interface LineRules {
  readonly rules: readonly Rule[];
  /** What starts a whole-line comment. */
  readonly comment: RegExp;
  /** Import lines; group 1 is the module, group 2 a list of names. */
  readonly imports: readonly RegExp[];
  /** False where `name(` does not mean a call. */
  readonly calls: boolean;
  /** Kinds that reach to the next of their kind, whatever the indentation: sections, statements of SQL. */
  readonly runs?: readonly string[];
}

const SLASHES = /^\s*(?:\/\/|\/\*|\*(?!\w))/;
const HASH = /^\s*#(?!\[)/;
const DASHES = /^\s*--/;
const NEVER = /^\b$(?!)/;

const code = (comment: RegExp, imports: readonly RegExp[], ...rules: Rule[]): LineRules => ({
  rules,
  comment,
  imports,
  calls: true,
});
const data = (comment: RegExp, ...rules: Rule[]): LineRules => ({
  rules,
  comment,
  imports: [],
  calls: false,
});

// One modifier list for the brace languages; anchored and free of nested repeats over the same characters.
const MODIFIERS = String.raw`^\s*(?:@[\w.]+(?:\([^()]*\))?\s+)*(?:(?:public|private|protected|internal|static|final|abstract|open|override|sealed|data|inline|suspend|operator|infix|tailrec|external|expect|actual|lateinit|const|export|default|declare|async|pub|unsafe|extern|virtual|partial|readonly|implicit|lazy|case|fileprivate|mutating|nonmutating|convenience|required|indirect|weak|dynamic|value|annotation|inner|enum(?=\s+class)|late|covariant|factory|comptime|noinline|fun(?=\s+interface))\s+)*`;
const modified = (rest: string): RegExp => new RegExp(MODIFIERS + rest);
const MEMBER = modified(
  String.raw`(?:[\w<>\[\],.?:&*]+\s+){1,3}[*&]?([A-Za-z_]\w*)\s*\([^;]*(?:\{\s*)?$`,
);

const javaLike = code(
  SLASHES,
  [/^\s*import\s+(?:static\s+)?([\w.]+)/],
  ['class', modified(String.raw`(?:class|record|struct)\s+([A-Za-z_]\w*)`)],
  ['interface', modified(String.raw`@?interface\s+([A-Za-z_]\w*)`)],
  ['enum', modified(String.raw`enum\s+([A-Za-z_]\w*)`)],
  ['namespace', /^\s*namespace\s+([\w.]+)/],
  ['method', MEMBER],
);
const cLike = code(
  SLASHES,
  [/^\s*#\s*(?:include|import)\s*["<]([^">]+)[">]/],
  ['macro', /^\s*#\s*define\s+(\w+)/],
  ['class', /^\s*(?:template\s*<[^>]*>\s*)?(?:class|struct|union)\s+(\w+)[^;]*$/],
  ['enum', /^\s*(?:typedef\s+)?enum\s+(?:class\s+)?(\w+)/],
  ['namespace', /^\s*namespace\s+([\w:]+)/],
  ['class', /^@(?:interface|implementation|protocol)\s+(\w+)/],
  ['method', /^[-+]\s*\([^)]*\)\s*(\w+)/],
  [
    'function',
    /^(?!\s|else\b|return\b|if\b|for\b|while\b|switch\b)[\w\s*&:<>,~]*?\b([\w~]+)\s*\([^;]*$/,
  ],
);
const scriptLike = code(
  SLASHES,
  [/^\s*(?:import|export)\b[^'"]*['"]([^'"]+)['"]/, /\brequire\(\s*['"]([^'"]+)['"]/],
  ['class', modified(String.raw`class\s+([\w$]+)`)],
  ['interface', modified(String.raw`interface\s+([\w$]+)`)],
  ['type', modified(String.raw`type\s+([\w$]+)`)],
  ['enum', modified(String.raw`enum\s+([\w$]+)`)],
  ['function', modified(String.raw`function\b\s*\*?\s*([\w$]+)`)],
  [
    'function',
    modified(
      String.raw`(?:const|let|var)\s+([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\([^()]*\)\s*(?::[^=]+)?=>|[\w$]+\s*=>)`,
    ),
  ],
  ['variable', /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)/],
  [
    'method',
    /^\s+(?:(?:static|async|get|set|public|private|protected|readonly)\s+)*\*?(?!(?:if|for|while|switch|catch|return|function)\b)([\w$]+)\s*\([^;]*\)\s*(?::[^{;]+)?\{\s*$/,
  ],
);

const RULES: Readonly<Record<string, LineRules>> = {
  python: code(
    HASH,
    [/^\s*from\s+([.\w]+)\s+import\s+([\w, ]+)/, /^\s*import\s+([\w.]+)/],
    ['class', /^\s*(?:cdef\s+)?class\s+(\w+)/],
    ['function', /^\s*(?:async\s+)?(?:def|cpdef\b.*?|cdef\b.*?)\s+(\w+)\s*\(/],
    ['variable', /^([A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)/],
  ),
  javascript: scriptLike,
  go: code(
    SLASHES,
    [/^\s*(?:import\s+)?(?:[\w.]+\s+)?"([^"\s]+)"\s*$/],
    ['method', /^func\s+\([^)]*\)\s*(\w+)/],
    ['function', /^func\s+(\w+)/],
    ['type', /^type\s+(\w+)/],
    ['constant', /^const\s+(\w+)/],
    ['variable', /^var\s+(\w+)/],
  ),
  rust: code(
    SLASHES,
    [/^\s*(?:pub\s+)?use\s+([\w:]+)/],
    ['function', modified(String.raw`(?:extern\s+"[^"]*"\s+)?fn\s+(\w+)`)],
    ['struct', modified(String.raw`(?:struct|union)\s+(\w+)`)],
    ['enum', modified(String.raw`enum\s+(\w+)`)],
    ['trait', modified(String.raw`trait\s+(\w+)`)],
    ['impl', /^\s*impl\b(?:<[^>]*>)?\s+(?:[\w:<>, ]+\s+for\s+)?(\w+)/],
    ['module', modified(String.raw`mod\s+(\w+)`)],
    ['type', modified(String.raw`type\s+(\w+)`)],
    ['constant', modified(String.raw`(?:const|static)\s+(\w+)`)],
    ['macro', /^\s*macro_rules!\s*(\w+)/],
  ),
  java: javaLike,
  csharp: { ...javaLike, imports: [/^\s*using\s+(?:static\s+)?([\w.]+)\s*;/] },
  c: cLike,
  cpp: cLike,
  'objective-c': cLike,
  php: code(
    /^\s*(?:\/\/|\/\*|\*(?!\w)|#(?!\[))/,
    [/^\s*use\s+([\w\\]+)/],
    ['class', modified(String.raw`class\s+(\w+)`)],
    ['interface', /^\s*interface\s+(\w+)/],
    ['trait', /^\s*trait\s+(\w+)/],
    ['enum', /^\s*enum\s+(\w+)/],
    ['function', modified(String.raw`function\s+&?(\w+)`)],
  ),
  ruby: code(
    HASH,
    [/^\s*require(?:_relative)?\s+['"]([^'"]+)['"]/],
    ['module', /^\s*module\s+([\w:]+)/],
    ['class', /^\s*class\s+([\w:]+)/],
    ['method', /^\s*def\s+(?:self\.)?([\w?!=]+)/],
  ),
  bash: code(
    HASH,
    [/^\s*(?:source|\.)\s+["']?([^\s"';]+)/],
    ['function', /^\s*(?:function\s+([\w:.-]+)|([\w:.-]+)\s*\(\s*\))/],
  ),
  fish: code(HASH, [/^\s*source\s+(\S+)/], ['function', /^\s*function\s+(\S+)/]),
  powershell: code(
    HASH,
    [/^\s*Import-Module\s+(\S+)/i],
    ['function', /^\s*(?:function|filter)\s+([\w:-]+)/i],
    ['class', /^\s*class\s+(\w+)/i],
  ),
  kotlin: code(
    SLASHES,
    [/^\s*import\s+([\w.]+)/],
    ['class', modified(String.raw`(?:class|object)\s+(\w+)`)],
    ['interface', modified(String.raw`interface\s+(\w+)`)],
    ['type', modified(String.raw`typealias\s+(\w+)`)],
    ['function', modified(String.raw`fun\s+(?:<[^>]*>\s*)?(?:[\w.<>?]+\.)?(\w+)\s*\(`)],
    ['constant', modified(String.raw`va[lr]\s+(?:<[^>]*>\s*)?(?:[\w.<>?]+\.)?(\w+)`)],
  ),
  swift: code(
    SLASHES,
    [/^\s*(?:@\w+\s+)?import\s+(?:\w+\s+)?([\w.]+)/],
    ['class', modified(String.raw`(?:class|actor)\s+(?!func\b|var\b|let\b)(\w+)`)],
    ['struct', modified(String.raw`struct\s+(\w+)`)],
    ['enum', modified(String.raw`enum\s+(\w+)`)],
    ['interface', modified(String.raw`protocol\s+(\w+)`)],
    ['impl', modified(String.raw`extension\s+([\w.]+)`)],
    ['type', modified(String.raw`(?:typealias|associatedtype)\s+(\w+)`)],
    ['function', modified(String.raw`(?:class\s+)?func\s+([\w+\-*/<>=]+)`)],
    ['method', modified(String.raw`(init|deinit|subscript)\b[?!]?\s*[({]`)],
  ),
  scala: code(
    SLASHES,
    [/^\s*import\s+([\w.]+)/],
    ['class', modified(String.raw`(?:class|object)\s+(\w+)`)],
    ['trait', modified(String.raw`trait\s+(\w+)`)],
    ['enum', modified(String.raw`enum\s+(\w+)`)],
    ['type', modified(String.raw`type\s+(\w+)`)],
    ['function', modified(String.raw`def\s+([^\s(\[:=]+)`)],
    ['constant', /^\s{0,2}(?:(?:private|implicit|lazy|final)\s+)*va[lr]\s+(\w+)/],
  ),
  groovy: code(
    SLASHES,
    [/^\s*import\s+(?:static\s+)?([\w.]+)/],
    ...javaLike.rules,
    ['function', /^\s*def\s+(\w+)\s*\(/],
    ['block', /^(\w[\w-]*)\s*\{\s*$/],
  ),
  dart: code(
    SLASHES,
    [/^\s*(?:import|export|part)\s+['"]([^'"]+)['"]/],
    ['class', modified(String.raw`(?:class|mixin|extension)\s+(\w+)`)],
    ['enum', modified(String.raw`enum\s+(\w+)`)],
    ['type', /^\s*typedef\s+(\w+)/],
    ['method', MEMBER],
  ),
  lua: code(
    DASHES,
    [/\brequire\s*\(?\s*['"]([^'"]+)['"]/],
    ['function', /^\s*(?:local\s+)?function\s+([\w.:]+)/],
    ['function', /^\s*(?:local\s+)?([\w.]+)\s*=\s*function\b/],
    ['variable', /^(?:local\s+)?(\w+)\s*=/],
  ),
  elixir: code(
    HASH,
    [/^\s*(?:alias|import|require|use)\s+([\w.]+)/],
    ['module', /^\s*def(?:module|protocol|impl)\s+([\w.]+)/],
    ['function', /^\s*def(?:p|macro|macrop|guard|delegate)?\s+([\w?!]+)/],
    ['type', /^\s*@(?:type|typep|opaque|callback)\s+(\w+)/],
    ['case', /^\s*(?:test|describe)\s+"([^"]*)"/],
  ),
  erlang: code(
    /^\s*%/,
    [/^-include(?:_lib)?\("([^"]+)"/],
    ['module', /^-module\((\w+)/],
    ['type', /^-(?:type|opaque)\s+(\w+)/],
    ['struct', /^-record\((\w+)/],
    ['macro', /^-define\((\w+)/],
    ['function', /^([a-z]\w*)\s*\(.*->/],
  ),
  perl: code(
    HASH,
    [/^\s*(?:use|require)\s+([\w:]+)/],
    ['module', /^\s*package\s+([\w:]+)/],
    ['function', /^\s*sub\s+(\w+)/],
  ),
  r: code(
    HASH,
    [/^\s*(?:library|require|source)\(\s*['"]?([\w./]+)/],
    ['function', /^\s*[`'"]?([\w.]+)[`'"]?\s*(?:<-|=)\s*function\b/],
    ['class', /^\s*(?:\w+\s*<-\s*)?(?:setClass|R6Class|setRefClass)\(\s*['"](\w+)/],
    ['variable', /^([\w.]+)\s*<-/],
  ),
  julia: code(
    HASH,
    [/^\s*(?:using|import)\s+([\w.]+)/],
    ['module', /^\s*(?:bare)?module\s+(\w+)/],
    ['struct', /^\s*(?:mutable\s+)?struct\s+(\w+)/],
    ['type', /^\s*abstract\s+type\s+(\w+)/],
    ['function', /^\s*function\s+([\w.!]+)/],
    ['macro', /^\s*macro\s+(\w+)/],
    ['function', /^([\w.!]+)\([^()]*\)\s*(?:::\w+\s*)?=(?!=)/],
  ),
  zig: code(
    /^\s*\/\//,
    [/@import\(\s*"([^"]+)"/],
    ['function', modified(String.raw`(?:export\s+|inline\s+)?fn\s+(\w+)`)],
    [
      'struct',
      modified(
        String.raw`const\s+(\w+)\s*=\s*(?:extern\s+|packed\s+)?(?:struct|union|enum|opaque|error)\b`,
      ),
    ],
    ['case', /^\s*test\s+"([^"]*)"/],
    ['constant', /^(?:pub\s+)?(?:const|var)\s+(\w+)/],
  ),
  haskell: code(
    /^\s*(?:--|\{-)/,
    [/^import\s+(?:qualified\s+)?([\w.]+)/],
    ['module', /^module\s+([\w.]+)/],
    ['type', /^(?:data|newtype|type(?:\s+family)?)\s+(\w+)/],
    ['class', /^class\s+(?:.*=>\s*)?(\w+)/],
    ['impl', /^instance\s+(.+?)\s+where/],
    ['function', /^([a-z_][\w']*)\s*::/],
    ['function', /^([a-z_][\w']*)\s[^=|]*=/],
  ),
  ocaml: code(
    /^\s*\(\*/,
    [/^\s*open\s+([\w.]+)/],
    ['module', /^\s*module\s+(?:type\s+|rec\s+)?(\w+)/],
    ['type', /^\s*(?:type|and)\s+(?:[^=]*\s)?(\w+)\s*=/],
    ['function', /^\s{0,2}(?:let|and|val|external)\s+(?:rec\s+)?([\w']+)/],
  ),
  fsharp: code(
    SLASHES,
    [/^\s*open\s+([\w.]+)/],
    ['module', /^\s*(?:module|namespace)\s+(?:rec\s+)?([\w.]+)/],
    ['type', /^\s*(?:type|and)\s+(?:private\s+)?(\w+)/],
    [
      'function',
      /^\s*(?:let|member|static member|override)\s+(?:inline\s+|rec\s+|private\s+)*(?:\w+\.)?([\w']+)/,
    ],
  ),
  elm: code(
    DASHES,
    [/^import\s+([\w.]+)/],
    ['type', /^type\s+(?:alias\s+)?(\w+)/],
    ['function', /^([a-z]\w*)\s*:/],
  ),
  clojure: code(
    /^\s*;/,
    [],
    ['module', /^\(ns\s+([\w.-]+)/],
    [
      'function',
      /^\s*\(def(?:n|n-|macro|multi|method|test|protocol|record|type)?\s+(?:\^\S+\s+)*([^\s()]+)/,
    ],
  ),
  lisp: code(
    /^\s*;/,
    [/^\(require\s+'([\w-]+)/],
    ['function', /^\(\s*(?:cl-)?def\w*\*?\s+\(?([^\s()]+)/],
  ),
  scheme: code(/^\s*;/, [], ['function', /^\(\s*define\S*\s+\(?([^\s()]+)/]),
  racket: code(
    /^\s*;/,
    [/^\(require\s+"([^"]+)"/],
    ['function', /^\(\s*(?:define\S*|struct)\s+\(*([^\s()]+)/],
  ),
  crystal: code(
    HASH,
    [/^\s*require\s+"([^"]+)"/],
    ['module', /^\s*(?:module|lib)\s+([\w:]+)/],
    ['class', /^\s*(?:abstract\s+)?(?:class|struct)\s+([\w:]+)/],
    ['enum', /^\s*enum\s+(\w+)/],
    ['method', /^\s*(?:private\s+|protected\s+)?(?:abstract\s+)?def\s+(?:self\.)?([\w?!=]+)/],
    ['macro', /^\s*macro\s+(\w+)/],
  ),
  nim: code(
    HASH,
    [/^\s*(?:import|include|from)\s+([\w/.]+)/],
    ['function', /^\s*(?:proc|func|method|iterator|template|macro|converter)\s+`?([^\s`*([]+)/],
    ['type', /^\s+(\w+)\*?\s*(?:\{[^}]*\}\s*)?=\s*(?:ref\s+)?(?:object|enum|tuple|distinct)\b/],
  ),
  d: { ...javaLike, imports: [/^\s*(?:static\s+|public\s+)?import\s+([\w.]+)/] },
  solidity: code(
    SLASHES,
    [/^\s*import\b[^'"]*['"]([^'"]+)['"]/],
    ['class', /^\s*(?:abstract\s+)?(?:contract|library)\s+(\w+)/],
    ['interface', /^\s*interface\s+(\w+)/],
    ['struct', /^\s*struct\s+(\w+)/],
    ['enum', /^\s*enum\s+(\w+)/],
    ['function', /^\s*(?:function|modifier|event|error)\s+(\w+)/],
    ['method', /^\s*(constructor|receive|fallback)\s*\(/],
  ),
  vb: code(
    /^\s*'/,
    [/^\s*Imports\s+([\w.]+)/i],
    [
      'class',
      /^\s*(?:(?:Public|Private|Friend|Partial|MustInherit|NotInheritable)\s+)*(?:Class|Module|Structure|Interface|Enum)\s+(\w+)/i,
    ],
    [
      'function',
      /^\s*(?:(?:Public|Private|Protected|Friend|Shared|Overrides|Overridable|Async)\s+)*(?:Sub|Function|Property)\s+(\w+)/i,
    ],
  ),
  pascal: code(
    /^\s*(?:\/\/|\{|\(\*)/,
    [],
    ['class', /^\s*(\w+)\s*=\s*(?:class|record|interface|object)\b/i],
    ['function', /^\s*(?:class\s+)?(?:procedure|function|constructor|destructor)\s+([\w.]+)/i],
  ),
  fortran: code(
    /^(?:\s*!|[cC*]\s)/,
    [/^\s*use\s+(\w+)/i],
    ['module', /^\s*(?:module|program)\s+(?!procedure\b)(\w+)/i],
    ['function', /^\s*(?!end\b)(?:[\w()*= ]+\s+)?(?:subroutine|function)\s+(\w+)/i],
    ['type', /^\s*type\s*(?:,[^:]*)?(?:::)?\s*(\w+)\s*$/i],
  ),
  ada: code(
    DASHES,
    [/^\s*with\s+([\w.]+)/i],
    ['module', /^\s*package\s+(?:body\s+)?([\w.]+)/i],
    ['function', /^\s*(?:procedure|function)\s+(\w+)/i],
    ['type', /^\s*(?:sub)?type\s+(\w+)/i],
  ),
  matlab: code(
    /^\s*%/,
    [],
    ['class', /^\s*classdef\s+(?:\([^)]*\)\s*)?(\w+)/],
    ['function', /^\s*function\s+(?:[^=]*=\s*)?(\w+)/],
  ),
  verilog: code(
    SLASHES,
    [/^\s*`include\s+"([^"]+)"/],
    ['module', /^\s*(?:module|interface|package|program)\s+(\w+)/],
    ['class', /^\s*(?:virtual\s+)?class\s+(\w+)/],
    ['function', /^\s*(?:function|task)\s+(?:automatic\s+)?(?:[\w[\]:]+\s+)*?(\w+)\s*[(;]/],
  ),
  vhdl: code(
    DASHES,
    [/^\s*use\s+([\w.]+)/i],
    ['module', /^\s*(?:entity|architecture|package(?:\s+body)?)\s+(\w+)/i],
    ['function', /^\s*(?:function|procedure)\s+(\w+)/i],
  ),
  tcl: code(HASH, [/^\s*(?:source|package\s+require)\s+(\S+)/], ['function', /^\s*proc\s+(\S+)/]),
  vim: code(
    /^\s*"/,
    [/^\s*(?:source|runtime)\s+(\S+)/],
    ['function', /^\s*function!?\s+([\w:#.]+)/],
    ['command', /^\s*command!?\s+(?:-\S+\s+)*(\w+)/],
  ),
  awk: code(HASH, [], ['function', /^\s*function\s+(\w+)/]),
  asm: code(
    /^\s*[;#@]/,
    [/^\s*[.%]include\s+"([^"]+)"/],
    ['function', /^([A-Za-z_.$][\w.$]*):/],
    ['macro', /^\s*[.%]macro\s+(\w+)/],
  ),
  glsl: cLike,
  coffeescript: code(
    HASH,
    [/\brequire\s*\(?\s*['"]([^'"]+)['"]/],
    ['class', /^\s*class\s+([\w.]+)/],
    ['function', /^\s*@?([\w$.]+)\s*[:=]\s*(?:\([^()]*\)\s*)?[-=]>/],
  ),
  thrift: code(
    /^\s*(?:\/\/|#|\/?\*)/,
    [/^\s*include\s+"([^"]+)"/],
    ['struct', /^\s*(?:struct|union|exception)\s+(\w+)/],
    ['interface', /^\s*service\s+(\w+)/],
    ['enum', /^\s*enum\s+(\w+)/],
  ),
  protobuf: {
    ...code(
      SLASHES,
      [/^\s*import\s+(?:public\s+|weak\s+)?"([^"]+)"/],
      ['class', /^\s*(?:message|extend|oneof)\s+([\w.]+)/],
      ['interface', /^\s*service\s+(\w+)/],
      ['enum', /^\s*enum\s+(\w+)/],
      ['method', /^\s*rpc\s+(\w+)/],
      ['field', /^\s+(?:repeated\s+|optional\s+|required\s+)?[\w.<>, ]+\s+(\w+)\s*=\s*\d/],
    ),
    calls: false,
  },
  graphql: data(
    HASH,
    ['type', /^(?:extend\s+)?(?:type|input|union|scalar|interface|enum)\s+(\w+)/],
    ['function', /^(?:query|mutation|subscription|fragment)\s+(\w+)/],
    ['function', /^directive\s+@(\w+)/],
    ['field', /^\s{1,4}(\w+)\s*(?:\([^)]*\))?\s*:/],
  ),
  prisma: data(
    SLASHES,
    ['class', /^(?:model|enum|type|datasource|generator)\s+(\w+)/],
    ['field', /^\s{1,4}(\w+)\s+[A-Z]\w*/],
  ),
  sql: {
    ...data(
      /^\s*(?:--|\/\*)/,
      [
        'class',
        /^\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+|unlogged\s+|materialized\s+|global\s+)*(?:table|view)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i,
      ],
      [
        'function',
        /^\s*create\s+(?:or\s+replace\s+)?(?:function|procedure|trigger|aggregate)\s+([\w."`]+)/i,
      ],
      [
        'type',
        /^\s*create\s+(?:type|domain|schema|sequence|role|extension)\s+(?:if\s+not\s+exists\s+)?([\w."`]+)/i,
      ],
      [
        'constant',
        /^\s*create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?([\w."`]+)/i,
      ],
      ['block', /^\s*alter\s+table\s+(?:only\s+|if\s+exists\s+)*([\w."`]+)/i],
    ),
  },
  makefile: data(
    HASH,
    ['target', /^([\w./%$(){}-][\w./%$(){} -]*?)\s*::?(?![=:])/],
    ['variable', /^(?:export\s+|override\s+)?([\w.-]+)\s*[:?+!]?=/],
  ),
  cmake: {
    ...data(
      HASH,
      ['function', /^\s*(?:function|macro)\s*\(\s*(\w+)/i],
      [
        'target',
        /^\s*add_(?:executable|library|custom_target|test|subdirectory)\s*\(\s*([^\s()]+)/i,
      ],
      ['variable', /^\s*(?:set|option)\s*\(\s*(\w+)/i],
    ),
    imports: [/^\s*include\s*\(\s*([^\s()]+)/i],
  },
  dockerfile: data(HASH, ['stage', /^FROM\s+\S+\s+AS\s+(\S+)/i], ['stage', /^FROM\s+(\S+)/i]),
  starlark: code(
    HASH,
    [/^\s*load\(\s*"([^"]+)"/],
    ['function', /^\s*def\s+(\w+)/],
    ['target', /^\s+name\s*=\s*"([^"]+)"/],
    ['variable', /^([A-Za-z_]\w*)\s*=(?!=)/],
  ),
  hcl: data(
    /^\s*(?:#|\/\/)/,
    ['block', /^\w+(?:\s+"[^"]*")*\s+"?([\w-]+)"?\s*\{/],
    ['block', /^(\w+)\s*\{/],
  ),
  nix: data(HASH, ['key', /^\s{0,4}([\w.-]+)\s*=/]),
  toml: data(HASH, ['section', /^\[\[?\s*([^\]]+?)\s*\]/], ['key', /^([\w."-]+)\s*=/]),
  ini: data(/^\s*[#;]/, ['section', /^\[([^\]]+)\]/], ['key', /^([\w.-]+)\s*[=:]/]),
  yaml: data(HASH, ['section', /^["']?([^\s#"'&*!|>%@{}[\],:-][^:#"']*)["']?\s*:(?:\s|$)/]),
  json: data(NEVER, ['section', /^(?: {1,4}|\t)"([^"\\]+)"\s*:/]),
  css: data(
    /^\s*\/\*/,
    ['rule', /^([^\s@{}/][^{};]*?)\s*\{?\s*$/],
    ['rule', /^(@(?:media|keyframes|supports|font-face|mixin|function|layer)[^{]*)\{/],
  ),
  xml: data(/^\s*<!--/, ['section', /^\s{0,4}<([A-Za-z][\w:.-]*)[^>]*>\s*$/]),
  html: data(/^\s*<!--/, [
    'section',
    /^\s{0,4}<((?:head|body|main|nav|header|footer|section|article|form|script|style|template|table)\b)/,
  ]),
  jinja: data(/^\s*\{#/, ['section', /^\s*\{%-?\s*(?:block|macro)\s+(\w+)/]),
  latex: data(/^\s*%/, [
    'section',
    /^\s*\\(?:chapter|section|subsection|subsubsection)\*?\{([^}]*)/,
  ]),
};
const ALIASES: Readonly<Record<string, string>> = {
  typescript: 'javascript',
  tsx: 'javascript',
  vue: 'javascript',
  svelte: 'javascript',
  astro: 'javascript',
  cython: 'python',
  less: 'css',
  scss: 'css',
  sass: 'css',
  gradle: 'groovy',
  apex: 'java',
  meson: 'python',
  bicep: 'hcl',
  jsonl: '',
};
const PLAIN = data(NEVER);

/** Kinds that run, by language. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  sql: ['class', 'function', 'type', 'constant', 'block'],
  toml: ['section'],
  ini: ['section'],
  latex: ['section'],
  dockerfile: ['stage'],
  asm: ['function'],
};

export function lineRulesOf(language: string): LineRules {
  const name = Object.hasOwn(ALIASES, language) ? (ALIASES[language] ?? '') : language;
  const rules = Object.hasOwn(RULES, name) ? (RULES[name] ?? PLAIN) : PLAIN;
  const runs = Object.hasOwn(RUNS, name) ? RUNS[name] : undefined;
  return runs === undefined ? rules : { ...rules, runs };
}
