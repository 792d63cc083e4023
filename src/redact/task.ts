import { redact } from './redact.ts';

const TASK_SHAPE = {
  source: 'documentation',
  kind: 'prose',
  language: 'text',
  options: '',
} as const;

/** A task is text like any other: what is secret in it stays out of prompts, plans and records. */
export const redactTask = (text: string): string => redact(text, TASK_SHAPE).text;
