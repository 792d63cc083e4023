import { decodeEntities } from './entities.ts';
import { attribute, htmlTokens } from './html-tokens.ts';
import { TextWriter } from './html-writer.ts';

export interface Page {
  readonly title: string;
  /** Where the page came from, as far as it says so. */
  readonly url: string;
  /** The content as Markdown, headings and fenced code included. */
  readonly text: string;
}

/** Not content on any page. */
const DROPPED = new Set(
  'script style noscript template svg canvas iframe object select button textarea'.split(' '),
);
/** Around the content on most pages; kept if nothing else is there. */
const CHROME = new Set(['nav', 'footer', 'aside']);
const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** What an element must hold of a page's text to be taken for all of it; there may be many articles. */
const MAIN_SHARE = 0.3;
const ARTICLE_SHARE = 0.6;

/** Turns HTML into readable text; linear in its length, whatever it holds. */
export function htmlToText(html: string): Page {
  const page = readPage(html, true);
  return page.text === '' ? readPage(html, false) : page;
}

function readPage(html: string, withoutChrome: boolean): Page {
  const writer = new TextWriter();
  let title = '';
  let url = '';
  let inTitle = false;
  let dropped: { name: string; depth: number } | null = null;
  let main: { name: string; depth: number; start: number } | null = null;
  let mainName = '';
  let mainRange: readonly [number, number] | null = null;

  for (const token of htmlTokens(html)) {
    switch (token.kind) {
      case 'comment':
        url ||= urlOfComment(token.text);
        break;
      case 'text':
        if (inTitle) title ||= decodeEntities(token.text).replace(/\s+/g, ' ').trim();
        else if (!dropped) writer.text(token.text);
        break;
      case 'open': {
        const { name, attributes } = token;
        inTitle = name === 'title' && !dropped;
        if (name === 'link' || name === 'base' || name === 'meta') {
          url = pageUrl(name, attributes) || url;
        }
        if (dropped) {
          if (name === dropped.name && !attributes.endsWith('/')) dropped.depth++;
          break;
        }
        if (DROPPED.has(name) || (withoutChrome && CHROME.has(name))) {
          if (!attributes.endsWith('/')) dropped = { name, depth: 1 };
          break;
        }
        if (inTitle) break;
        if (main && name === main.name && !VOID.has(name)) main.depth++;
        if (!main && !mainRange && isMain(name, attributes)) {
          main = { name, depth: 1, start: writer.mark() };
          mainName = name;
        }
        writer.open(name, attributes);
        break;
      }
      case 'close':
        inTitle = false;
        if (dropped) {
          if (token.name === dropped.name && --dropped.depth === 0) dropped = null;
          break;
        }
        writer.close(token.name);
        if (main && token.name === main.name && --main.depth === 0) {
          mainRange = [main.start, writer.mark()];
          main = null;
        }
        break;
    }
  }
  const whole = writer.slice(0);
  const core = mainRange ? writer.slice(mainRange[0], mainRange[1]) : '';
  const share = mainName === 'article' ? ARTICLE_SHARE : MAIN_SHARE;
  const text = core.length > whole.length * share ? core : whole;
  return { title, url, text };
}

const isMain = (name: string, attributes: string): boolean =>
  name === 'main' ||
  name === 'article' ||
  (attributes.includes('main') && attribute(attributes, 'role') === 'main');

function pageUrl(name: string, attributes: string): string {
  const said = (key: string): string => attribute(attributes, key) ?? '';
  const isShared = name === 'meta' && said('property') === 'og:url';
  const isOwn = name === 'link' ? said('rel').toLowerCase() === 'canonical' : name === 'base';
  const url = isShared ? said('content') : said('href');
  return (isShared || isOwn) && /^https?:\/\//i.test(url) ? decodeEntities(url) : '';
}

/** What browsers and savers note at the top: `saved from url=(0023)https://…`, `url: https://…`, `Source: https://…`. */
const urlOfComment = (comment: string): string =>
  /(?:saved from url=\(\d+\)|\b(?:url|source|from|mirrored from):?\s+)(https?:\/\/[^\s"'<>]+)/i.exec(
    comment.slice(0, 2000),
  )?.[1] ?? '';
