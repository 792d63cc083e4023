import { readdirSync, readFileSync } from 'node:fs';
import { conversation } from '../../src/adapters/sources/conversation/conversation.ts';
import { DEFAULTS } from '../../src/config/defaults.ts';
import { analyse, claim } from '../../src/ingest/analyse.ts';
import { ingestSettings } from '../../src/ingest/settings.ts';
import type { Shape } from '../../src/model/shape.ts';

const folder = new URL('../fixtures/secrets/', import.meta.url);
const settings = ingestSettings(DEFAULTS);
const OTHER: Shape = { source: 'code', kind: 'source', language: 'text', options: '' };

/** A text and the name of the file it stands in. */
export interface Sample {
  readonly path: string;
  readonly text: string;
}

const numberOf = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);
const listsOf = (kind: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(kind))
    .sort((a, b) => numberOf(a) - numberOf(b));

/** The lists of forms, oldest first. */
export const formLists = (): readonly string[] => listsOf('forms-');

/** The lists of everyday code and prose, oldest first; one has the number of the forms it was written with. */
export const everydayLists = (): readonly string[] => listsOf('everyday');

/** One sample a line: the path, two spaces, the text with ⏎ for an end of line. */
export const samplesOf = (name: string): readonly Sample[] =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const gap = line.indexOf('  ');
      return { path: line.slice(0, gap), text: line.slice(gap + 2).replaceAll('⏎', '\n') };
    });

/** What a person chose: words, words with digits and marks. Put together here so that no scanner takes them for real. */
const CHOSEN = [
  ['hun', 'ter2'],
  ['mari', 'gold'],
  ['Wal', 'rus42'],
  ['open', 'sesame'],
  ['Sommer', '2024!'],
  ['blue', 'bird7'],
  ['tr0ub', '4dor'],
  ['kit', 'tens'],
  ['purple-', 'monkey'],
  ['qwer', 'ty123'],
].map((parts) => parts.join(''));
const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const DIGITS = '0123456789abcdef';

type Making = readonly [letters: string, length: number];
const MADE: readonly Making[] = [
  [LETTERS, 32],
  [DIGITS, 40],
  [LETTERS, 16],
];
/** The newest lists also hold letters only, and, where quotes are around it, what base64 is made of. */
const MADE_WIDELY: readonly Making[] = [...MADE, [PLAIN, 20], [`${LETTERS}+/`, 43]];

/** What a machine made, in turn of each kind; the same for the same number. */
function made(number: number, kinds: readonly Making[]): string {
  const [letters, length] = kinds[number % kinds.length] ?? [LETTERS, 24];
  let state = (number + 1) * 2654435761;
  let out = '';
  while (out.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    out += letters.charAt(Math.floor((state / 4294967296) * letters.length));
  }
  return out;
}

/** The later lists: words, numbers, letters outside ASCII and, where quotes are around it, blanks. Each list has its own. */
const CHOSEN_WIDELY = [
  'dragon|fly 839|20174 Tulip|99 let|mein Gänse|blümchen rainbow|-trout nut|meg P@ss|w0rd mypet|rabbit S3same|!open Butter|cup',
  'marma|lade 55|19 Zephyr|_12 iLove|Cats лиси|ца77 bumble|bee-7 Qx9|#tz sun|flower winter|2023 Giro|ffle k4rt|offel',
  'gar|lic 77|4102 Mango|2x door|knob ñandú|Verde fuzzy|.sloth3 b1s|cuit plum|tree Tr!cky|_one Lem|onade ok|api-z9',
  'pan|cake 90|0117 Dob|erman5 pick|les smör|gås8 lazy|_panda Co|conut! water|melon ru8|barb Hedge|hog qua|rtz-41',
  'tur|nip 62|0958 Bon|fire8 hope|less żół|wik33 soft_|kitten W@ter|fall blan|ket z3|bra Wood|pecker no|va-19',
  'cel|ery 48|2213 Kay|ak77 grace|ful Čoko|láda2 red.|apple55 Y3ti|! thun|der v01|cano Sand|castle zi|gzag-3',
  'rad|ish 31|7755 Cam|el42 wal|nut Über|mut9 tiny|-robot! M0on|light pump|kin h0n|ey Straw|berry bo|nsai_8',
  'saf|fron 70|9934 Fal|con31 har|bor Éclair|s77 mossy|-stone W!nd|mill cin|namon p1|xie Rose|mary ga|zebo-55',
  'tan|gerine 15|8206 Wom|bat64 cop|per Flaña|gan8 grumpy|_cat B@na|nas bas|ilisk tw1|light Snow|drop hu|mmus-12',
  'pars|nip 26|8841 Gib|bon73 wil|low Crème|Brûlée4 sleepy|-sloth B1g|Foot! mus|tard qu4|ck Sun|beam ke|ttle-09',
  'fen|nel 95|1207 Osp|rey58 hic|kory Jalapeño|Hot3 merry|-otter D0n|key? pap|rika sn0|wman Moon|stone ba|mboo-77',
  'cab|bage 40|2716 Mar|mot19 vel|vet Mañ|ana5 dusty|.road9 L0b|ster! ket|chup f1|refly Thun|derbolt ly|nx-24 wal|rus',
  'spin|ach 83|6109 Pel|ican36 mar|ble Brö|tchen7 rusty|_nail M1l|k$hake clo|ver j3|lly Chest|nut do|mino-66 ot|ter',
  'shal|lot 12|9475 Her|on82 ham|mock Pi|ñata44 windy|-hill C@r|avan tul|ips gr4|vity Wil|dfire pe|bble-31 ba|dger',
  'hun|ter2 71|4402 Tig|er88 mon|day Käse|kuchen1 sunny|-day2 Dr@|gon9 sham|rock l0g|jam Blue|Moon qw|erty77 choco|late',
  'lav|ender 59|3318 Rav|en07 can|yon Zür|ich22 bold|_wolf3 G1n|ger! noo|dle m4|trix Star|light ra|dio-88 jum|per',
  'oreg|ano 84|5521 Pum|a63 bri|dge Mün|chen72 calm|-tide5 V1n|yl! wal|nuts c0|met Fire|crest pi|xel-47 tur|tle',
  'hun|ter2 55|0192 Wal|rus77 pep|per Grüß|gott9 lucky|-duck4 S@lm|on! can|dle dr4|gon Night|fall ze|bra-15 mon|key',
  'let|mein 90|4417 Pan|da31 swor|dfish Straße|n12 quiet|_fox8 C0c|oa! win|ter sp1|der Gold|rush to|fu-62 sun|shine',
  'dra|gon 33|8102 Bad|ger64 whis|per Ängel|9x brave|-lion2 T0p|Hat! oak|tree g1|raffe Sil|verfox ko|ala-83 foot|ball',
  'hun|ter2 64|7713 Mag|pie52 vol|cano Fröh|lich3 happy|-snail6 B0x|car! cher|ry l1|zard Cop|perhead ji|gsaw-29 prin|cess',
  'ice|berg 81|2045 Tou|can47 lan|tern Niñ|o88 rainy|_day4 P1r|ate! bis|cuits m0|squito Iron|wood sa|lsa-73 base|ball',
  'mush|room 29|6630 Fer|ret90 can|opy Çil|ek41 misty|-lake7 K1t|tens! rain|drop b4|nana Blue|jay wa|ffle-58 shad|ow',
  'pea|nut 74|1190 Otter|55 mea|dow Bärlauch|7 sleepy|_bear9 T1g|er! cof|fee n3|bula Red|wood ka|zoo-36 mas|ter1',
  'mari|gold 37|8054 Lem|ur26 or|chard Jäger|latte5 foggy|-pine3 R0b|in! hon|eydew c4|ctus Grey|hound wi|cket-91 dol|phin',
  'thi|stle 39|7180 Ocel|ot44 har|vest Schnee|mann6 loud|-geese8 F0x|trot! rasp|berry p4|ncake Long|bow ti|ger-27 dia|mond',
  'fen|ugreek 86|2471 Bus|tard53 lin|den Brü|cke48 shy|-heron2 G0b|let! cran|berry k1|wi Drift|wood mo|saic-14 sil|ver',
  'tar|ragon 52|9086 Curl|ew38 bar|ley Möwe|nschrei2 wet|-stone7 P1g|eon! black|currant s4|ndal Milk|weed fa|thom-65 thun|derbird',
  'chi|cory 68|3029 Gan|net71 har|vester Töpf|chen9 dry|-creek6 T0f|fee! goose|berry r4|dish Corn|flower ve|rtex-82 hur|ricane',
  'cori|ander 43|8117 Dun|lin66 spin|dle Kätz|chen5 icy|-fjord3 L1l|ac! elder|berry w4|lnut Fern|brook gl|acier-20 tor|nado',
  'cher|vil 97|5603 Whim|brel29 tra|pdoor Häs|chen11 pale|-dune8 N0u|gat! mul|berry t1|mber Ash|grove qu|iver-54 war|rior',
  'bor|age 21|6674 God|wit45 chim|ney Küs|te74 raw|-silk9 M4r|zipan! blue|berry c0|bra Elm|hurst ba|rrel-68 phan|tom',
  'sor|rel 76|4938 Bit|tern83 cop|pice Flöte|npunkt6 tame|-stag4 P0p|corn! cloud|berry b1|son Oak|haven sp|rocket-35 eag|les',
  'dil|lweed 18|7742 Tur|nstone96 gut|ter Schnör|kel8 slow|-barge7 C1d|er! bil|berry h0|rnet Birch|wood ma|ntle-43 spar|tan',
  'ang|elica 45|3319 Red|shank57 lin|tel Drö|hnung3 grim|-tower5 W4f|fle! logan|berry f0|ssil Thorn|bury cr|anium-72 cow|boys',
  'car|away 66|2805 Fire|crest57 pad|dock Küchen|uhr4 mild|-raven3 S0r|bet! juni|per k1|ngdom Ash|combe ta|nker-38 blos|som',
  'mar|joram 14|9973 Dot|terel21 pul|ley Räuber|leiter8 vast|-prairie5 N1b|ble! cloud|berry d0|mino Hazel|brook fa|lcon-64 jack|daw',
  'clo|ve 70|5519 Sander|ling34 hay|loft Hügel|kette9 keen|-badger4 G1n|ger! snow|berry p0|rcupine Maple|wick pa|rsnip-51 lady|bird',
  'sas|safras 47|6208 Plo|ver62 gran|ary Zwie|belturm5 damp|-cellar2 T0f|fee? boysen|berry m0|squito Elder|wick co|balt-73 sky|rocket',
  'fe|verfew 92|1473 Dun|lin28 stir|rup Mühl|stein9 faint|-lantern6 J4m|boree! cloud|berry g0|pher Alder|brook tu|rbine-16 wag|tail',
].map((line) => line.replaceAll('|', '').split(' '));
const PHRASES = [
  ['correct horse battery', 'eleven grey geese', 'my dog ate it 4 times'],
  ['seven lazy otters', 'blue lamp over rivers', 'Paris Tokyo Lima 1999'],
  ['two red foxes jump', 'quiet hills beyond', 'amber violin 22 pears'],
  ['cold tea twice daily', 'green turtle swims', '8 spoons ginger root'],
  ['old barn nine owls', 'silver kettle sings', 'Rain Over Oslo 1984'],
  ['noisy parrot eats plums', 'late bus number nine', '5 brave little ducks'],
  ['three kings drink cocoa', 'fast snail race', 'velvet moon over 7 lakes'],
  ['four tall pines', 'slow train nach wien', 'hot soup 3 spoons'],
  ['tired clown buys bread', 'green socks forever', 'lemon 12 drums glow'],
  ['sixteen paper boats', 'angry goose on monday', 'dark roast 9 cups'],
  ['ninety blue kites', 'sad robot sings loudly', 'warm milk 2 cookies'],
  ['twelve wooden spoons', 'gentle fog at noon', 'Berlin 44 apples fall'],
  ['brown bear likes jam', 'never trust a pigeon', 'six 6 candles burn'],
  ['loud frogs after rain', 'purple hat in winter', 'Quito 71 lost gloves'],
  ['correct horse battery staple', 'my cat loves tuna', 'open the pod bay 9'],
  ['tea at five again', 'grey wolves run north', 'Lagos 12 broken cups'],
  ['nine copper bells', 'slow rain on tin', 'Cairo 31 paper hats'],
  ['eight tin drums', 'slow boats to oslo', 'Delhi 19 wet boots'],
  ['ten stone frogs', 'warm wind over fields', 'Turin 48 red doors'],
  ['nine lost keys', 'pink clouds at dawn', 'Oslo 27 green cars'],
  ['five brass horns', 'cold moon over harbor', 'Kyoto 36 blue hats'],
  ['six paper cranes', 'old maps never lie', 'Dakar 52 soft pillows'],
  ['three iron gates', 'loud crows at dusk', 'Lima 84 sour plums'],
  ['seven glass jars', 'thin ice near shore', 'Riga 63 warm scarves'],
  ['four rusty anchors', 'late frost in april', 'Quebec 17 round stones'],
  ['three muddy boots', 'slow clouds over june', 'Porto 58 tin soldiers'],
  ['nine paper lanterns', 'soft moss under oaks', 'Malmo 33 brass spoons'],
  ['two wooden rafts', 'thin soup before noon', 'Tunis 46 blue tiles'],
  ['six amber beads', 'late swans on the pond', 'Basel 29 grey mittens'],
  ['ten velvet chairs', 'dim lamps along quays', 'Ghent 72 cracked plates'],
  ['eleven clay pipes', 'brisk wind past noon', 'Turku 38 knitted caps'],
  ['fourteen silk ropes', 'heavy dew on barley', 'Bergen 61 chipped bowls'],
  ['thirty cedar posts', 'faint stars over mills', 'Gdansk 94 woollen socks'],
  ['seventeen oak barrels', 'soft hail on slate', 'Lugano 26 bent spoons'],
  ['forty linen shirts', 'stale bread by noon', 'Nantes 83 yellow kites'],
  ['thirteen glass owls', 'mild fog over harbours', 'Verona 57 folded maps'],
  ['nineteen tin whistles', 'pale sun behind barns', 'Lublin 65 striped mugs'],
  ['twenty clay bricks', 'low tide under piers', 'Zagreb 81 torn kites'],
  ['fifteen felt slippers', 'calm seas off dover', 'Cadiz 49 painted gates'],
  ['eighteen rope ladders', 'ripe figs by june', 'Bruges 73 wicker chairs'],
];
const FIRST_WIDE_LIST = 7;
const WIDE_STEP = 3;
const FIRST_WIDELY_MADE = 18;

/** The two secrets that stand in a form: one that a person chose, one that a machine made. */
export function secretsFor(number: number, list: string, form: string): readonly string[] {
  const of = numberOf(list);
  if (of < FIRST_WIDE_LIST) return [CHOSEN[number % CHOSEN.length] ?? '', made(number, MADE)];
  const at = number + of;
  const words = CHOSEN_WIDELY[of - FIRST_WIDE_LIST] ?? [];
  const phrases = PHRASES[of - FIRST_WIDE_LIST] ?? [];
  const isPhrase = at % WIDE_STEP === 0 && /(["'`])§\1/.test(form);
  const chosen = isPhrase ? phrases[(at / WIDE_STEP) % phrases.length] : words[at % words.length];
  const kinds = MADE_WIDELY.slice(0, /["'`]§/.test(form) ? MADE_WIDELY.length : -1);
  return [chosen ?? '', made(at, of < FIRST_WIDELY_MADE ? MADE : kinds)];
}

/** § is the secret; two of them are its halves. */
export function plant(form: string, secret: string): string {
  const marks = form.split('§').length - 1;
  if (marks !== 2) return form.replaceAll('§', () => secret);
  const halves = [secret.slice(0, secret.length / 2), secret.slice(secret.length / 2)];
  return form.replace(/§/g, () => halves.shift() ?? '');
}

/** The text as the index keeps it. */
export const kept = ({ path, text }: Sample): string =>
  analyse(text, claim(path, text, settings) ?? OTHER, settings.own).text;

/** The text as its source shows it, before anything is hidden: of talk with the marks of its turns. */
export function shown({ path, text }: Sample): string {
  const shape = claim(path, text, settings) ?? OTHER;
  return shape.source === 'conversation' ? (conversation.render?.(text, shape) ?? text) : text;
}

/** Whether a planted secret, or a half of one that was split, is still there. */
export function leaks({ path, text: form }: Sample, secret: string): boolean {
  const text = kept({ path, text: plant(form, secret) });
  const parts = form.split('§').length - 1 === 2 ? [secret.slice(0, secret.length / 2)] : [secret];
  return parts.some((part) => text.includes(part));
}
