import { describe, expect, it } from 'vitest';
import { readTask } from './read-task.ts';

const askOf = (text: string): string => readTask(text).ask;

describe('RT-1 what a task wants', () => {
  it.each([
    'how does the router decide which handler runs',
    'Explain the life cycle of a request',
    'what is a view',
    'why are cookies signed?',
    'where is the cache invalidated',
    'when do the backups run',
    'when was the index rebuilt, and by whom',
  ])('is an answer: %s', (text) => {
    expect(askOf(text)).toBe('question');
  });

  it.each([
    'fix cors',
    'reverse proxy drops the X-Forwarded-For header',
    'Removed the deprecated flag',
    'login fails when the session has expired?',
    'when a file is empty the parser crashes',
  ])('is a change: %s', (text) => {
    expect(askOf(text)).toBe('change');
  });

  it('is a change told at length where a text follows', () => {
    expect(askOf('session cookies\n\nThe cookie has no expiry date.')).toBe('report');
    expect(askOf('fix cors\n\n```\ncurl -i localhost\n```')).toBe('report');
  });

  it('is only a topic where nothing is said of it', () => {
    expect(askOf('configuration files')).toBe('topic');
    expect(askOf('the `session` cookie')).toBe('topic');
  });
});
