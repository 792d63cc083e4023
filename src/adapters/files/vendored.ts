/** Folders that hold other people's code wherever they lie. */
const FOLDERS = new Set(
  `node_modules bower_components jspm_packages third_party third-party thirdparty 3rdparty
  site-packages dist-packages .venv _vendor Pods Godeps`.split(/\s+/),
);

/**
 * `vendor` is a word of trade as well: an application may have vendors among its models. So it
 * counts only in the forms that package managers and web projects give it.
 */
const PATTERNS: readonly RegExp[] = [
  /(?:^|\/)vendor\/[a-z0-9-]+(?:\.[a-z0-9-]+)+\//, // Go: a host name comes next
  /(?:^|\/)vendor\/modules\.txt$/,
  /(?:^|\/)vendor\/(?:bundle|gems|cache|ruby|assets|plugins)\//, // Ruby
  /(?:^|\/)vendor\/(?:composer\/|bin\/|autoload\.php$)/, // PHP
  /^vendor\/[^/]+\/[^/]+\/.+\.(?:php|phpt)$/,
  /^vendor\/[^/]+\/(?:Cargo\.toml$|\.cargo-checksum\.json$|.+\.rs$)/, // Rust
  /^vendor\/[^/]+\/.+\.(?:c|h|cc|cpp|cxx|hpp|hh)$/,
  /(?:^|\/)(?:js|css|scss|sass|static|assets|public|lib|libs|javascripts?|stylesheets?|scripts|media|www)\/vendors?\/.+\.(?:js|mjs|css|scss|less|map|html)$/,
  /^vendors?\/.+\.(?:js|mjs|css|less)$/,
  /(?:^|\/)venv\/(?:lib|bin|include|Scripts|Lib)\//,
  /(?:^|\/)Carthage\/(?:Build|Checkouts)\//,
  /(?:^|\/)\.yarn\/(?:releases|plugins|cache|sdks|unplugged)\//,
  /(?:^|\/)jquery(?:-\d[\w.]*)?(?:\.slim)?\.js$/,
];

export function isVendored(path: string): boolean {
  const folders = path.split('/').slice(0, -1);
  return folders.some((name) => FOLDERS.has(name)) || PATTERNS.some((form) => form.test(path));
}
