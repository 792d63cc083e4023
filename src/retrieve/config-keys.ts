const KEY = '[A-Za-z_][\\w.:-]{1,80}';
const QUOTED = `["'\`](${KEY})["'\`]`;
/** How the languages read them. Each pattern begins with fixed words, so a long line costs no more than its length. */
const READS: readonly RegExp[] = [
  // Python, Ruby, PHP, JavaScript: os.environ['X'], ENV.fetch('X'), $_ENV['X'], process.env['X']
  new RegExp(
    `\\b(?:environ|ENV|_ENV|_SERVER|env)(?:\\.get|\\.fetch|\\.pop|\\.setdefault)?[[(]\\s*${QUOTED}`,
    'g',
  ),
  // process.env.X, import.meta.env.X, Bun.env.X
  /\benv\.([A-Z][A-Z0-9_]{1,80})\b/g,
  // getenv("X"), os.Getenv, System.getenv, LookupEnv, env::var, GetEnvironmentVariable, config('X'), env('X')
  new RegExp(
    `\\b(?:getenv|Getenv|LookupEnv|env::var|env::var_os|GetEnvironmentVariable|getProperty|get_env|fetch_env!?|decouple|config|env)\\(\\s*${QUOTED}`,
    'g',
  ),
  // config.get('x'), settings["x"], app.config['X'], viper.GetString("x"), Configuration["x"]
  new RegExp(
    `\\b(?:config|conf|cfg|settings|options|viper|[Cc]onfiguration|current_app\\.config)(?:\\.\\w{0,20}[Gg]et\\w{0,20})?[[(]\\s*${QUOTED}`,
    'g',
  ),
  // settings.X, config.X, conf.X in capitals
  /\b(?:settings|config|conf|cfg)\.([A-Z][A-Z0-9_]{2,80})\b/g,
  // Spring: @Value("${x.y}")
  /@Value\(\s*"\$\{([\w.-]{2,80})/g,
];
const MOST_KEYS = 40;

/** The settings a piece of code reads from outside (variables of the environment, entries of a configuration), each once, in the order of the text. */
export function keysRead(text: string): string[] {
  const first = new Map<string, number>();
  for (const pattern of READS) {
    for (const match of text.matchAll(pattern)) {
      const key = match[1] ?? '';
      first.set(key, Math.min(match.index, first.get(key) ?? match.index));
    }
  }
  return [...first]
    .sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
    .slice(0, MOST_KEYS)
    .map(([key]) => key);
}

/** Names in capitals with underscores: what a person writes of a setting. */
const WRITTEN = /\b[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,8}\b/g;

export function keysNamed(text: string): string[] {
  return [...new Set(text.match(WRITTEN) ?? [])].slice(0, MOST_KEYS);
}

const AMOUNT =
  /(?<![\w.])(\d{1,6})[ -]?(?:(ms|milliseconds?)|(s|secs?|seconds?)|(m|mins?|minutes?)|(h|hours?)|(d|days?)|(k|kib?|kb|kilobytes?)|(mib?|mb|megabytes?)|(gib?|gb|gigabytes?)|(%|percent|requests?|connections?|replicas?|retries|attempts))(?!\w)|\bport (\d{2,5})\b/gi;
/** How deployments write the units of AMOUNT, in its order; what has two digits may stand alone. */
const UNITS = ['ms', 's(?:ec)?', 'm(?:in)?', 'h', 'd', 'ki?b?', 'mi?b?', 'gi?b?', '%?'];

/** Amounts with a unit, and ports: what a person sees of a limit that somebody set. As patterns of how a deployment may write them. */
export function amountsNamed(text: string): { readonly said: string; readonly value: RegExp }[] {
  return Array.from(text.matchAll(AMOUNT), (match) => {
    const [said, amount = '', ...rest] = match;
    const port = rest.pop() ?? '';
    const number = amount === '' ? port : amount;
    const unit = UNITS[rest.findIndex((found) => found !== undefined)] ?? '';
    const written = unit === '' ? '' : `\\s?(?:${unit})`;
    const isAlone = number.length > 1;
    return {
      said,
      value: new RegExp(`(?<![\\w.-])${number}(?:${written})${isAlone ? '?' : ''}(?![\\w.])`, 'i'),
    };
  }).slice(0, MOST_AMOUNTS);
}

const MOST_AMOUNTS = 5;
