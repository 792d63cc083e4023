export type ShellName = 'sh' | 'bash' | 'zsh' | 'fish';

/**
 * A text as one word that no shell reads anything into. Between single quotes POSIX shells take every character for
 * itself; a single quote ends them, so it stands outside. A NUL can't be in a variable at all.
 */
const posixWord = (text: string): string =>
  `'${text.replaceAll('\0', '').replaceAll("'", "'\\''")}'`;

/** In fish a backslash counts between single quotes before a quote and before itself. */
const fishWord = (text: string): string =>
  `'${text.replaceAll('\0', '').replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** FL-10: the variables of a flow, the same for every shell. */
export function flowVariables(flowDir: string, files: readonly string[]): [string, string][] {
  return [
    ['FLOW_DIR', flowDir],
    ['EVIDENCE_COUNT', String(files.length)],
    ...files.map((file, i): [string, string] => [`e${i + 1}`, `${flowDir}/${file}`]),
  ];
}

export function envText(
  shell: ShellName,
  variables: readonly (readonly [string, string])[],
): string {
  const line = ([name, value]: readonly [string, string]): string =>
    shell === 'fish'
      ? `set -gx ${name} ${fishWord(value)};\n`
      : `export ${name}=${posixWord(value)}\n`;
  return variables.map(line).join('');
}
