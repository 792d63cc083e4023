import { code } from '../adapters/sources/code/code.ts';
import { conversation } from '../adapters/sources/conversation/conversation.ts';
import { deployment } from '../adapters/sources/deployment/deployment.ts';
import { documentation } from '../adapters/sources/documentation/documentation.ts';
import { logs } from '../adapters/sources/logs/logs.ts';
import { research } from '../adapters/sources/research/research.ts';
import { cut } from '../chunk/cut.ts';
import type { Facts } from '../model/document.ts';
import { familyOf, type Shape, type SourceName } from '../model/shape.ts';
import type { OwnSources, SourceAdapter } from '../ports/source.ts';
import type { Allow } from '../redact/allow.ts';
import { type Redacted, redact } from '../redact/redact.ts';
import { matchesGlobs } from '../text/paths/globs.ts';
import { insideRoot } from '../text/paths/roots.ts';
import type { IngestSettings } from './settings.ts';

/** The sources that know their files by where they lie: only they read more, or less, than a whole file. */
const BY_PLACE: readonly SourceAdapter[] = [conversation, research, logs];

/** In the order they are asked: the more particular first, code takes what is left. */
const ADAPTERS: readonly SourceAdapter[] = [...BY_PLACE, deployment, documentation, code];

/** What decides which source a file belongs to. */
export type Claiming = Pick<IngestSettings, 'sources' | 'own'>;

const HEAD_CHARACTERS = 4096;

/** What a file is; its beginning is enough to tell. */
export function claim(place: string, text: string, { sources, own }: Claiming): Shape | null {
  const path = insideRoot(place);
  const head = text.slice(0, HEAD_CHARACTERS);
  // Code takes what is left, and what it is told to.
  const first = matchesGlobs(path, sources.code.paths) ? [code] : [];
  for (const adapter of [...own.adapters, ...first, ...ADAPTERS]) {
    const shape = adapter.claim(path, head, sources[familyOf(adapter.name)]);
    if (shape !== null) return shape;
  }
  return null;
}

export function claimByPlace(place: string, { sources, own }: Claiming): SourceName | null {
  const path = insideRoot(place);
  const adapters = [...own.adapters, ...BY_PLACE];
  const found = adapters.find(
    ({ name, claim: claims }) => claims(path, '', sources[familyOf(name)]) !== null,
  );
  return found?.name ?? null;
}

/** Every source there is. */
export const adaptersWith = ({ adapters }: OwnSources): readonly SourceAdapter[] =>
  adapters.length === 0 ? ADAPTERS : [...adapters, ...ADAPTERS];

const LONE_SURROGATES = /\p{Surrogate}/gu;

const adapterOf = ({ source }: Shape, own: OwnSources): SourceAdapter =>
  adaptersWith(own).find(({ name }) => name === source) ?? code;

/** A text as it is kept: readable, and without what is secret. */
export function cleaned(raw: string, shape: Shape, own: OwnSources, allow?: Allow): Redacted {
  const rendered = adapterOf(shape, own).render?.(raw, shape) ?? raw;
  return redact(rendered.replace(LONE_SURROGATES, '\ufffd'), shape, allow);
}

function factsOf({ text, redactions }: Redacted, shape: Shape, adapter: SourceAdapter): Facts {
  const outline = adapter.outline(text, shape);
  return { ...outline, shape, text, chunks: cut(text, outline), redactions };
}

/** Everything that can be known of a text from itself and its shape, with what is loaded. */
export const analyse = (raw: string, shape: Shape, own: OwnSources, allow?: Allow): Facts =>
  factsOf(cleaned(raw, shape, own, allow), shape, adapterOf(shape, own));

/** The same of a text that is clean, with what only this text needs. */
export async function analyseClean(clean: Redacted, shape: Shape, own: OwnSources): Promise<Facts> {
  const adapter = adapterOf(shape, own);
  await adapter.prepareFor?.(clean.text, shape);
  return factsOf(clean, shape, adapter);
}
