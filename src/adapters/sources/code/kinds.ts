import { languageNamed } from '../../../text/code/known.ts';
import type { Language } from '../../../text/code/language.ts';

const BUILD_FILE =
  /^(?:(?:gulp|grunt|rollup|webpack|vite|esbuild|tsup|rspack|metro|babel|jest|vitest|karma|playwright|cypress|tailwind|postcss|next|nuxt|svelte|astro|eslint|prettier)(?:file)?(?:\.config)?(?:\.[\w-]+)*\.[cm]?[jt]s|rakefile|vagrantfile|fastfile|jenkinsfile|sconstruct|wscript|noxfile\.py|fabfile\.py|build\.rs|build\.zig|build\.sbt|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|gradlew|configure|pkgbuild)$/;

/** Names that only tests bear, by the conventions of the main ecosystems. */
const TEST_FILE: readonly RegExp[] = [
  /^(?:test_.*|.*_tests?|conftest|tests)\.pyi?$/,
  /_test\.(?:go|dart|exs?|rb|lua|rs|zig|c|cc|cpp|cxx|php|sh|bats|gd|nim|ml)$/,
  /[._-](?:test|tests|spec|specs|e2e|e2e-spec|cy|test-d|bench)\.[cm]?[jt]sx?$/,
  /[._-](?:test|spec)\.(?:vue|svelte|coffee)$/,
  /^(?:test|spec)s?\.[cm]?[jt]sx?$/,
  /(?:[a-z0-9](?:Test|Tests|TestCase|TestSuite|TestBase|IT|ITCase|Spec|Specs|Steps)|^Test[A-Z].*)\.(?:java|kt|kts|scala|groovy|cs|fs|vb|swift|php|m|mm|cpp|cc)$/,
  /_spec\.(?:rb|lua|cr)$/,
  /(?:_unittest|_browsertest|_fuzzer)\.(?:c|cc|cpp|mm)$/,
  /^test[_-].*\.(?:c|cc|cpp|cxx|rb|lua|sh|r|jl|pl|php|js|ts|mjs|rs|R)$/,
  /\.(?:bats|t)$/,
  /^(?:spec_helper|rails_helper|test_helper)\.\w+$/,
];

/** Folders that hold nothing but tests, wherever they stand. */
const TEST_FOLDER =
  /^(?:tests|__tests__|__test__|__mocks__|__fixtures__|testdata|test-data|e2e|cypress|unittests?|unit-tests?|integration[-_]tests?|functional[-_]tests?|androidTest|commonTest|jvmTest|test-d|dtslint|\w+[-.]tests?|\w+\.Tests|\w+Tests|spec-helpers|test-fixtures|test[-_]helpers)$/;
/** Folders whose names also serve product code (`django/test`, `src/spec`): only at the top, or beside `src`. */
const TEST_FOLDER_AT_TOP = /^(?:test|spec|specs|testing)$/;

function inTestFolder(folders: readonly string[], language: Language | undefined): boolean {
  if (folders.some((folder, i) => folder === 'main' && folders[i - 1] === 'src')) return false;
  return folders.some((folder, i) => {
    if (TEST_FOLDER.test(folder) || (i === 0 && folder === 'integration')) return true;
    if (!TEST_FOLDER_AT_TOP.test(folder)) return false;
    if (i === 0) return true;
    if (folders[i - 1] === 'src') return folder !== 'testing';
    return (language?.testFolders ?? 'test').split(' ').includes(folder);
  });
}

/** Folders of code that shows or measures the product and is no part of it. */
const EXAMPLE_FOLDER =
  /^_?(?:examples?|demos?|playgrounds?|bench|benchmarks?|benchmarking|asv_bench|tutorials?|gallery|galleries)$/i;
/** Names that may also be those of a part (`contrib/sites`): only at the top. */
const EXAMPLE_FOLDER_AT_TOP = /^(?:docs?|documentation|sites?|websites?|www|samples?)$/i;

/** Below `src` lies the product, whatever its folders are called (`src/main/java/com/example/demo`). */
function inExampleFolder(folders: readonly string[]): boolean {
  const src = folders.indexOf('src');
  return (src === -1 ? folders : folders.slice(0, src)).some(
    (folder, i) => EXAMPLE_FOLDER.test(folder) || (i === 0 && EXAMPLE_FOLDER_AT_TOP.test(folder)),
  );
}

/** What part a file plays; languages without behaviour (configuration, markup …) never count as tests. */
export function kindOf(path: string, language: string): string {
  const folders = path.split('/');
  const file = folders.pop() ?? '';
  const lower = file.toLowerCase();
  if (/\.d\.[cm]?ts$|\.pyi$/.test(lower)) return 'types';
  if (lower.endsWith('.ipynb')) return 'source';
  if (/\.(?:map|geojson|har)$/.test(lower)) return 'data';
  const known = languageNamed(language);
  if (known?.role === 'config') return 'config';
  if (BUILD_FILE.test(lower)) return 'build';
  if (known?.role !== undefined) return known.role;
  const isTest = TEST_FILE.some((pattern) => pattern.test(file)) || inTestFolder(folders, known);
  if (language === 'text') return isTest ? 'data' : kindOfUnknown(file);
  if (isTest) return 'test';
  return inExampleFolder(folders) ? 'example' : 'source';
}

/** `.gitattributes` configures, `AUTHORS` informs, `thing.foo` may be code in a language not known here. */
function kindOfUnknown(file: string): string {
  if (file.startsWith('.') || /(?:ignore|rc)$/.test(file)) return 'config';
  const isData =
    /^[^.]*$|\.(?:txt|text|dat|po|pot|mo|out|golden|snap|lock|log|pem|crt|key|asc|sum)$/i;
  return isData.test(file) ? 'data' : 'source';
}
