/*
 * Tasks that are written in another language than code is: which one it is tell the small words between the others. They say nothing of what
 * is meant, and a slip of the pen would make English words of them ("Warum", "warm").
 */
const SMALL: readonly string[] = [
  // German
  'der die das den dem des ein eine einen einem einer eines und oder aber wenn weil dass ist sind war waren wird werden wurde wurden hat haben hatte nicht kein keine ich du er sie es wir ihr man mein meine sein ihre unser unsere wie wo was wer warum wieso weshalb wann welche welcher welches woher wohin mit ohne von vom zu zum zur bei beim nach aus auf an am im in für über unter vor hinter zwischen durch gegen um bis seit so auch noch nur schon sehr mehr kann können soll sollen sollte muss müssen darf will wollen gibt geht machen macht bitte hier dort dieser diese dieses funktioniert funktionieren',
  // French
  'le la les un une des du de d l et ou mais si que qui quoi dont où est sont était être a ont avoir ne pas plus je tu il elle nous vous ils elles on mon ma mes son sa ses notre leur ce cette ces comment pourquoi quand quel quelle quels quelles avec sans pour par dans sur sous entre vers chez à au aux en y se qu c s n j fait faire fonctionne fonctionnent peut doit cet',
  // Spanish
  'el la los las un una unos unas de del al y o pero si que qué quien quién cual cuál donde dónde cuando cuándo como cómo por para con sin sobre entre desde hasta es son está están era ser estar ha han hay no se lo le les su sus mi mis este esta estos estas ese esa funciona funcionan puede debe hacer hace',
  // Portuguese
  'o a os as um uma uns umas de do da dos das no na nos nas ao e ou mas se que quem qual onde quando como por para com sem sobre entre desde até é são está estão era ser estar tem há não seu sua este esta esse essa funciona funcionam pode deve fazer',
  // Italian
  'il lo la i gli le un uno una di del della dei delle a al alla da dal in nel nella con su per tra e o ma se che chi cosa quale dove quando come perché è sono era essere ha hanno non si questo questa funziona funzionano può deve fare',
  // Dutch
  'de het een en of maar als dat die dit is zijn was waren wordt worden werd heeft hebben niet geen ik je hij zij we jullie hoe waar wat wie waarom wanneer welke met zonder van voor naar bij uit op aan in over onder door tegen om tot kan moet mag doet werkt werken',
];
const LANGUAGES: readonly ReadonlySet<string>[] = SMALL.map((words) => new Set(words.split(' ')));
const ENGLISH: ReadonlySet<string> = new Set(
  'the a an and or but if of to in on at by for with from is are was were be been do does did has have had not no it its this that these those how what where when why which who we you i my our your they them as so into than then there can could should would will must'.split(
    ' ',
  ),
);
/** One may be a name; and English shares a few with each. */
const LEAST = 2;
const WORD = /[\p{L}\p{M}]+/gu;

/** A title without the small words of the language it is written in; null where that is English, or nobody can tell. */
export function withoutSmallWords(title: string): string | null {
  const words = (title.match(WORD) ?? []).map((word) => word.toLowerCase());
  const english = words.filter((word) => ENGLISH.has(word)).length;
  const counted = LANGUAGES.map((own) => ({
    own,
    all: words.filter((word) => own.has(word)).length,
    alone: words.filter((word) => own.has(word) && !ENGLISH.has(word)).length,
  }));
  const [best] = counted.sort((a, b) => b.all - a.all || b.alone - a.alone);
  if (best === undefined || best.alone < LEAST || best.all <= english) return null;
  return title.replace(WORD, (word) => (best.own.has(word.toLowerCase()) ? ' ' : word));
}
