import { code } from '../adapters/sources/code/code.ts';
import { conversation } from '../adapters/sources/conversation/conversation.ts';
import { deployment } from '../adapters/sources/deployment/deployment.ts';
import { documentation } from '../adapters/sources/documentation/documentation.ts';
import { logs } from '../adapters/sources/logs/logs.ts';
import { research } from '../adapters/sources/research/research.ts';
import { cut } from '../chunk/cut.ts';
import type { Facts } from '../model/document.ts';
import type { Shape, SourceName } from '../model/shape.ts';
import type { SourceAdapter, SourceSettings } from '../ports/source.ts';
import { redact } from '../redact/redact.ts';
import { matchesGlobs } from '../text/paths/globs.ts';

/** The sources that know their files by where they lie: only they read more, or less, than a whole file. */
const BY_PLACE: readonly SourceAdapter[] = [conversation, research, logs];

/** In the order they are asked: the more particular first, code takes what is left. */
export const ADAPTERS: readonly SourceAdapter[] = [...BY_PLACE, deployment, documentation, code];

type Settings = Readonly<Record<SourceName, SourceSettings>>;

export function claim(path: string, head: string, settings: Settings): Shape | null {
  // Code takes what is left, and what it is told to.
  const first = matchesGlobs(path, settings.code.paths) ? [code] : [];
  for (const adapter of [...first, ...ADAPTERS]) {
    const shape = adapter.claim(path, head, settings[adapter.name]);
    if (shape !== null) return shape;
  }
  return null;
}

export function claimByPlace(path: string, settings: Settings): SourceName | null {
  const owner = BY_PLACE.find(({ name, claim: own }) => own(path, '', settings[name]) !== null);
  return owner?.name ?? null;
}

const adapterOf = (shape: Shape): SourceAdapter =>
  ADAPTERS.find((adapter) => adapter.name === shape.source) ?? code;

const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Everything that can be known of a text from itself and its shape. Secrets end here. */
export function analyse(raw: string, shape: Shape): Facts {
  const adapter = adapterOf(shape);
  const rendered = adapter.render?.(raw, shape) ?? raw;
  const { text, redactions } = redact(rendered.replace(LONE_SURROGATES, '\ufffd'), shape);
  const outline = adapter.outline(text, shape);
  return { ...outline, shape, text, chunks: cut(text, outline), redactions };
}
