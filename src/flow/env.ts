export type ShellName = 'sh' | 'bash' | 'zsh' | 'fish';

const PIECES = /[\\']|[^\\']+/g;

/**
 * A text as one word that no shell reads anything into. Between single quotes every character stands for itself, but for
 * the quote, and in fish the backslash: those two stand outside, each after a backslash, which all shells read alike. So even
 * the wrong shell runs nothing. A NUL can't be in a variable at all.
 */
function shellWord(text: string): string {
  const pieces = text.replaceAll('\0', '').match(PIECES) ?? [''];
  return pieces
    .map((piece) => (piece === '\\' || piece === "'" ? `\\${piece}` : `'${piece}'`))
    .join('');
}

/** FL-10: the variables of a flow, the same for every shell. */
export function flowVariables(flowDir: string, files: readonly string[]): [string, string][] {
  return [
    ['FLOW_DIR', flowDir],
    ['EVIDENCE_COUNT', String(files.length)],
    ...files.map((file, i): [string, string] => [`e${i + 1}`, `${flowDir}/${file}`]),
  ];
}

export const envText = (
  shell: ShellName,
  variables: readonly (readonly [string, string])[],
): string =>
  variables
    .map(([name, value]) => {
      const word = shellWord(value);
      return shell === 'fish' ? `set -gx ${name} ${word};\n` : `export ${name}=${word}\n`;
    })
    .join('');
