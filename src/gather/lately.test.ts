import { describe, expect, it } from 'vitest';
import { readTask } from '../task/read-task.ts';
import { asksWhatChanged } from './lately.ts';

describe('SR-1 who asks what changed lately', () => {
  it.each([
    'what changed recently',
    'What has changed lately?',
    "what's new",
    'what is new in this repo?',
    'show me the last 10 commits',
    'recent changes',
    'summarize the latest changes',
    'what did we do last week?',
    'what happened yesterday',
    'git log',
    'list the commits of this week',
    'what did the team work on recently?',
  ])('is told the newest commits: %s', (task) => {
    expect(asksWhatChanged(readTask(task))).toBe(true);
  });

  it.each([
    'what changed recently in the scanner',
    'fix the latest changes',
    'revert the last commit',
    'add a changelog',
    'why did the last commit break the login',
    'what changes when a user logs out',
    'what is a commit hook',
    'show the commit date in the footer',
    'what happens on startup',
    'the last update of a row is not saved',
    'update dependencies',
    'what changed in src/app.ts',
  ])('and who names something is told of that: %s', (task) => {
    expect(asksWhatChanged(readTask(task))).toBe(false);
  });
});
