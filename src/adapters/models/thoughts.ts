const THOUGHTS_END = '</think>';

/** Models that think aloud put their answer after it; one that never stopped thinking gave none. */
export function withoutThoughts(answer: string): string {
  const end = answer.lastIndexOf(THOUGHTS_END);
  if (end !== -1) return answer.slice(end + THOUGHTS_END.length).trim();
  return answer.trimStart().startsWith('<think>') ? '' : answer.trim();
}
