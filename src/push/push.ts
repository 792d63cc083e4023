import { type Composed, compose } from '../compose/compose.ts';
import { assemblyId } from '../compose/request.ts';
import { type CompositionRules, compositionRules } from '../compose/rules.ts';
import type { Config } from '../config/defaults.ts';
import { BRIEF } from '../format/brief.ts';
import { choose } from '../gather/choose.ts';
import type { Gathering } from '../gather/gathering.ts';
import { rank } from '../gather/rank.ts';
import { gatherRequest } from '../gather/request.ts';
import { understand } from '../gather/understand.ts';
import { contentHashes } from '../lookup/contents.ts';
import type { HeldPlace, Push, PushRequest } from '../model/push.ts';
import { contextBudget } from '../pack/budget.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import type { Tokenizer } from '../ports/tokenizer.ts';
import { redactTask } from '../redact/task.ts';
import { placeText, readPlace } from '../text/paths/place.ts';
import { afterwords, FOREWORD } from './words.ts';

/** Kept for the words around the pieces. */
const WORDS_TOKENS = 260;
const WORDS_CHARACTERS = 900;
/** Pieces of further files hardly ever find room here, and somebody waits. */
const FILES_LOOKED_AT = 16;
/** Pieces with long tokens may have too many characters; then fewer tokens are tried. */
const ROUNDS = 5;
const NOTHING: Push = { text: '', tokens: 0, sent: [], unchanged: [] };

/** What an agent gets before its first step: the likeliest pieces that it does not have yet, and what else there is. */
export async function push(
  ports: Ports,
  view: StateView,
  request: PushRequest,
  config: Config,
): Promise<Push> {
  const { maxTokens, maxCharacters, held = [] } = request;
  const task = redactTask(request.task);
  const sought = gatherRequest({ ...request, task }, config);
  const asked = { ...sought, tokens: maxTokens, leastFiles: FILES_LOOKED_AT };
  const understood = await understand(ports, view, asked);
  const ranking = rank(view, understood);
  const gathering = choose(view, ranking, understood);
  if (!gathering.files.some(({ score }) => score > 0)) return NOTHING;
  const tokenizer = await ports.tokenizer(config.budget.tokenizer);
  const packing: Packing = { ports, view, config, tokenizer, request };
  const first = packed(gathering, packing, {});
  const nameOf = contentHashes(view);
  const hashOf = (place: string): string => nameOf(readPlace(place)?.path ?? '').content ?? '';
  const known = held.filter(({ place, hash }) => hashOf(place) === hash);
  const unchanged = known.filter(({ place }) => isIn(first, place));
  // What is known makes room only for what is worth its tokens: everything else was considered before.
  const drops = known.map(({ place }) => place);
  const made =
    unchanged.length === 0
      ? first
      : packed(choose(view, ranking, { ...understood, drops }), packing, { isOpen: true });
  const sent = placesOf(made).map((place) => ({ place, hash: hashOf(place) }));
  if (sent.length + unchanged.length === 0) return NOTHING;
  const body = [...(sent.length === 0 ? [] : [FOREWORD]), made.prompt].join('');
  const room = (text: string): boolean =>
    text.length <= maxCharacters && tokenizer.count(text) <= maxTokens;
  const shown = [...drops, ...sent.map(({ place }) => place)];
  const text = afterwords(body, { unchanged, shown, gathering, isNew: sent.length > 0 }, room);
  return { text, tokens: tokenizer.count(text), sent, unchanged };
}

interface Packing {
  readonly ports: Ports;
  readonly view: StateView;
  readonly config: Config;
  readonly tokenizer: Tokenizer;
  readonly request: PushRequest;
}

/** The pieces that fit into what the words leave, by tokens and by characters. */
function packed(
  gathering: Gathering,
  { ports, view, config, tokenizer, request }: Packing,
  own: Partial<CompositionRules>,
): Composed {
  const { maxTokens, maxCharacters } = request;
  const usual = compositionRules(config, ports.compressors, { maxTokens });
  const rules = { ...usual, ...own, writer: BRIEF };
  // Agents read the instructions of a project by themselves.
  const fixed = { remarks: [], turns: null, documents: [] };
  const flowId = assemblyId(gathering.task.sections.title, view.state.root);
  let available = maxTokens - WORDS_TOKENS;
  for (let round = 1; ; round++) {
    const budget = contextBudget(available);
    const candidates = { ...gathering, fixed };
    const made = compose(candidates, { flowId, budget, tokenizer, digest: ports.digest, rules });
    const share = (maxCharacters - WORDS_CHARACTERS) / made.prompt.length;
    if (share >= 1 || round === ROUNDS) return made;
    available = Math.floor(Math.min(available - 1, made.totalTokens * share));
  }
}

const placesOf = ({ context: { parts } }: Composed): string[] =>
  parts.flatMap(({ path, stretches }) =>
    stretches.map((stretch) => placeText({ ...stretch, path })),
  );

/** Whether a context shows any of these lines. */
function isIn(made: Composed, place: HeldPlace['place']): boolean {
  const own = readPlace(place);
  return (
    own !== null &&
    made.context.parts.some(
      ({ path, stretches }) =>
        path === own.path &&
        stretches.some(
          ({ firstLine, lastLine }) => firstLine <= own.lastLine && own.firstLine <= lastLine,
        ),
    )
  );
}
