const MAX_SLUG = 48;
const STAMP_PUNCTUATION = /[-:]/g;

export function slugOf(task: string): string {
  const [line = ''] = task.trim().split('\n', 1);
  const words = line
    .slice(0, 400)
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (longer.length > MAX_SLUG) break;
    slug = longer;
  }
  return slug || [...(words[0] ?? '')].slice(0, MAX_SLUG / 2).join('') || 'flow';
}

/** `<slug>-<UTC stamp>`; the time comes in as ISO text, such as `2025-01-16T12:34:56.000Z`. */
export function flowId(task: string, time: string): string {
  const stamp = time.slice(0, '2025-01-16T12:34:56'.length).replace(STAMP_PUNCTUATION, '');
  return `${slugOf(task)}-${stamp}`;
}
