import { type Config, DEFAULTS } from '../config/defaults.ts';
import { choose } from '../gather/choose.ts';
import { filterOf } from '../gather/filter.ts';
import { rank } from '../gather/rank.ts';
import { gatherRequest } from '../gather/request.ts';
import { understand } from '../gather/understand.ts';
import { SheafError } from '../model/errors.ts';
import type { Choice, Shortlist, ShortlistRequest } from '../model/shortlist.ts';
import type { Ports } from '../ports/ports.ts';
import type { StateView } from '../ports/store.ts';
import { redactTask } from '../redact/task.ts';
import { placeText } from '../text/paths/place.ts';
import { candidatesFor } from './candidates.ts';
import { listOf } from './list.ts';

/** What may stand in the context of a task, whatever its size, for a reader to choose from. */
export async function shortlist(
  ports: Ports,
  view: StateView,
  { include = [], exclude = [], sources = [], ...request }: ShortlistRequest,
  config: Config,
): Promise<Shortlist> {
  const task = redactTask(request.task);
  const accepts = filterOf(include, exclude);
  const asked = await understand(ports, view, {
    ...gatherRequest({ ...request, task }, withAll(config)),
    sources,
    ...(accepts === undefined ? {} : { accepts }),
  });
  const gathering = choose(view, rank(view, asked), asked);
  const tokenizer = await ports.tokenizer(config.budget.tokenizer);
  const { root: stateRoot } = view.state;
  return listOf(candidatesFor(gathering), { task, stateRoot, digest: ports.digest, tokenizer });
}

/** The reader decides what is needed: the best files are listed however little speaks for them, unless somebody set the limit. */
function withAll(config: Config): Config {
  const { relevance } = config;
  const { include_minimum: least, ...thresholds } = relevance.thresholds;
  const isSet = least !== DEFAULTS.relevance.thresholds.include_minimum;
  const include_minimum = isSet ? least : 0;
  return { ...config, relevance: { ...relevance, thresholds: { ...thresholds, include_minimum } } };
}

/** A choice by places in place of numbers: these mean the same without any list. */
export interface Chosen {
  readonly picks: readonly string[];
  readonly drops: readonly string[];
}

const NOTHING: Chosen = { picks: [], drops: [] };

/** The places that numbers mean; they are refused where the list is another one by now. */
export async function chosenPlaces(
  ports: Ports,
  view: StateView,
  { pick = [], drop = [], shortlist: id, ...request }: ShortlistRequest & Choice,
  config: Config,
): Promise<Chosen> {
  if (pick.length + drop.length === 0 && id === undefined) return NOTHING;
  const list = await shortlist(ports, view, request, config);
  const choose = 'choose again from this list';
  if (id !== undefined && id !== list.id) {
    throw refusal(
      `the numbers are from the shortlist ${id}, but the project or the task has changed`,
      list,
      choose,
    );
  }
  if (id === undefined) {
    const sentence = `The numbers are read from the shortlist ${list.id}, which is that of the project as it is now.`;
    ports.warn(`${sentence} With --shortlist ID they are refused after a change.`);
  }
  const places = new Map(
    list.files.flatMap(({ path, candidates }) =>
      candidates.map(({ number, lines: [firstLine, lastLine] }) => [
        number,
        placeText({ path, firstLine, lastLine }),
      ]),
    ),
  );
  const placesOf = (numbers: readonly number[]): string[] =>
    [...new Set(numbers)].map((number) => {
      const found = places.get(number);
      if (found === undefined)
        throw refusal(`there is no ${number} on the shortlist`, list, choose);
      return found;
    });
  const both = pick.find((number) => drop.includes(number));
  if (both !== undefined) {
    throw new SheafError('usage', `${both} is both picked and dropped`, 'decide for one of them');
  }
  return { picks: placesOf(pick), drops: placesOf(drop) };
}

const refusal = (sentence: string, { text }: Shortlist, hint: string): SheafError =>
  new SheafError('usage', `${sentence}; this is the list now:\n${text.trimEnd()}`, hint);
