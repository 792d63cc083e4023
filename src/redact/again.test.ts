import { describe, expect, it } from 'vitest';
import type { Shape } from '../model/shape.ts';
import { redact } from './redact.ts';

const shape: Shape = { source: 'code', kind: 'source', language: 'python', options: '' };
const marked = (text: string): number => redact(text, shape).text.split('‹secret:').length - 1;

describe('SR-4 what is repeated is told each time', () => {
  const line = 'db_password = "wal' + 'rus42"\n';
  it('in every line of a text that says one thing over and over', () => {
    expect(marked(line.repeat(3000))).toBe(3000);
  });
  it('with several names and calls in a line', () => {
    const several = 'smtp_password = "mari' + 'gold7"; hmac.new("open' + 'sesame8", body)\n';
    expect(marked(several.repeat(1500))).toBe(3000);
  });
  it('but for the one that says something else, however late it comes', () => {
    const other = 'db_password = get_password()\n';
    const text = line.repeat(2000) + other + line.repeat(2000);
    expect(marked(text)).toBe(4000);
    expect(redact(text, shape).text).toContain(other);
  });
  it('and not where only what is near is the same', () => {
    const calm = 'note = "a line about the weather in the north"\n'.repeat(20);
    const text = `${calm}token = "identifier9"\n`.repeat(30);
    const lexer = text.replaceAll('weather in the', 'grammar of a parser');
    expect(marked(text)).toBe(30);
    expect(marked(lexer)).toBe(marked(lexer.slice(0, lexer.length / 30)) * 30);
  });
});
