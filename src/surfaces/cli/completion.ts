import { flagOf, type Operation, type OptionSpec, type Options, wordsFor } from '../operation.ts';
import { GLOBAL_OPTIONS } from './globals.ts';

type Shell = 'bash' | 'zsh' | 'fish' | 'powershell';

/** A flag that can be completed, with what it means. */
type FlagEntry = ReturnType<typeof flagsOf>[number];

/** Words the value of a flag can be; null if it takes none, empty if anything goes (files are offered). */
function valuesOf(option: OptionSpec): readonly string[] | null {
  if (option.type === 'boolean') return null;
  if ('values' in option) return option.values ?? [];
  return ('offers' in option ? option.offers : null) ?? [];
}

const flagsOf = (options: Options) =>
  Object.entries(options).map(([name, option]) => {
    return { ...option, word: flagOf(name), values: valuesOf(option) };
  });

/** Words a command's positionals can be; `help` takes the names of commands. */
const wordsOf = (operation: Operation, operations: readonly Operation[]): string[] =>
  operation.name === 'help'
    ? operations.map((o) => o.name)
    : Object.values(operation.positionals).flatMap((spec) => wordsFor(spec) ?? []);

const namesOf = ({ word, short }: FlagEntry): string[] =>
  short === undefined ? [word] : [word, `-${short}`];

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function bashScript(operations: readonly Operation[]): string {
  const words = (flags: readonly FlagEntry[]): string => flags.flatMap(namesOf).join(' ');
  const globals = flagsOf(GLOBAL_OPTIONS);
  const cases = operations.map((o) => {
    const own = [...wordsOf(o, operations), words(flagsOf(o.options))].filter((w) => w !== '');
    return `    ${o.name}) words="${own.join(' ')} $globals" ;;`;
  });
  const everyFlag = [...globals, ...operations.flatMap((o) => flagsOf(o.options))];
  const valued = everyFlag.map((f) => [f.word, f.values?.join(' ')] as const);
  const worded = new Map(valued.filter(([, values]) => values));
  const open = new Set(valued.filter(([, values]) => values === '').map(([word]) => word));
  return `# completion of sheaf for bash
_sheaf() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local globals="${words(globals)}" commands="${operations.map((o) => o.name).join(' ')}"
  local command="" word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " $commands " in *" $word "*) command="$word"; break ;; esac
  done
  case "$previous" in
${[...worded].map(([flag, values]) => `    ${flag}) COMPREPLY=($(compgen -W "${values}" -- "$current")); return ;;`).join('\n')}
    ${[...open].join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$command" in
${cases.join('\n')}
    *) words="$commands $globals" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _sheaf sheaf
`;
}

function zshScript(operations: readonly Operation[]): string {
  const clean = (text: string): string => text.replaceAll(/[[\]:\\]/g, '\\$&');
  const spec = (f: FlagEntry): string[] => {
    const words = f.values?.length ? `(${f.values.join(' ')})` : '_files';
    const value = f.values === null ? '' : `:value:${words}`;
    return namesOf(f).map((name) => single(`${name}[${clean(f.help)}]${value}`));
  };
  const list = (options: Options): string => flagsOf(options).flatMap(spec).join(' ');
  const cases = operations.map((o) => {
    const words = wordsOf(o, operations);
    const positional = words.length > 0 ? ` ${single(`1:argument:(${words.join(' ')})`)}` : '';
    return `    ${o.name}) _arguments $globals ${list(o.options)}${positional} ${single('*:file:_files')} ;;`;
  });
  const commands = operations.map((o) => single(`${o.name}:${clean(o.summary)}`));
  return `#compdef sheaf
# completion of sheaf for zsh
_sheaf() {
  local -a commands globals
  commands=(${commands.join(' ')})
  globals=(${list(GLOBAL_OPTIONS)})
  if (( CURRENT == 2 )); then
    _describe command commands
    _arguments $globals
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
    *) _arguments $globals '*:file:_files' ;;
  esac
}
if [ "$funcstack[1]" = "_sheaf" ]; then _sheaf "$@"; else compdef _sheaf sheaf; fi
`;
}

function fishScript(operations: readonly Operation[]): string {
  const quote = (text: string): string =>
    `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const flag = (f: FlagEntry, condition: string): string =>
    [
      'complete -c sheaf',
      condition,
      `-l ${f.word.slice(2)}`,
      f.short === undefined ? '' : `-s ${f.short}`,
      f.values === null ? '' : '-r',
      f.values?.length ? `-f -a ${quote(f.values.join(' '))}` : '',
      `-d ${quote(f.help)}`,
    ]
      .filter((part) => part !== '')
      .join(' ');
  const lines = flagsOf(GLOBAL_OPTIONS).map((f) => flag(f, ''));
  for (const o of operations) {
    const within = `-n ${quote(`__fish_seen_subcommand_from ${o.name}`)}`;
    lines.push(
      `complete -c sheaf -n __fish_use_subcommand -f -a ${o.name} -d ${quote(o.summary)}`,
      ...flagsOf(o.options).map((f) => flag(f, within)),
      ...wordsOf(o, operations).map((word) => `complete -c sheaf ${within} -f -a ${word}`),
    );
  }
  return `# completion of sheaf for fish\n${lines.join('\n')}\n`;
}

function powershellScript(operations: readonly Operation[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const listed = (words: readonly string[]): string => `@(${words.map(quote).join(', ')})`;
  const flags = (options: Options): string[] => flagsOf(options).flatMap(namesOf);
  const every = [GLOBAL_OPTIONS, ...operations.map((o) => o.options)].flatMap(flagsOf);
  const valued = new Map(
    every.filter((f) => f.values?.length).map((f) => [f.word, f.values ?? []]),
  );
  const words = operations.map((o) => {
    return `  ${quote(o.name)} = ${listed([...wordsOf(o, operations), ...flags(o.options)])}`;
  });
  return `# completion of sheaf for PowerShell
$sheafWords = @{
${words.join('\n')}
}
$sheafValues = @{
${[...valued].map(([flag, values]) => `  ${quote(flag)} = ${listed(values)}`).join('\n')}
}
$sheafGlobals = ${listed(flags(GLOBAL_OPTIONS))}
Register-ArgumentCompleter -Native -CommandName sheaf -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  $command = $before | Where-Object { $sheafWords.ContainsKey($_) } | Select-Object -First 1
  $previous = $before | Select-Object -Last 1
  if ($previous -and $sheafValues.ContainsKey($previous)) { $words = $sheafValues[$previous] }
  elseif ($command) { $words = $sheafWords[$command] + $sheafGlobals }
  else { $words = @($sheafWords.Keys | Sort-Object) + $sheafGlobals }
  $words | Where-Object { $_.StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

/** A script for the shell; words come from the table, so it never lags behind. */
export function completionScript(shell: Shell, operations: readonly Operation[]): string {
  const scripts = {
    bash: bashScript,
    zsh: zshScript,
    fish: fishScript,
    powershell: powershellScript,
  };
  return scripts[shell](operations);
}
