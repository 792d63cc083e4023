import type { FormatName } from '../model/options.ts';
import { DOCS } from './docs.ts';
import type { Format } from './format.ts';
import { JSON_FORMAT } from './json.ts';
import { MARKDOWN } from './markdown.ts';
import { MDCTX } from './mdctx.ts';
import { MESSAGES } from './messages.ts';
import { PLAIN } from './plain.ts';
import { XML } from './xml.ts';

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  mdctx: MDCTX,
  docs: DOCS,
  markdown: MARKDOWN,
  xml: XML,
  plain: PLAIN,
  json: JSON_FORMAT,
  messages: MESSAGES,
};
