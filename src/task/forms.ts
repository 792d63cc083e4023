/*
 * Trackers make people fill in a form. Its headings are the same in every report, and what stands under those that ask for the
 * surroundings (versions, systems, packages) is true of whatever the reporter does.
 */

/** A line that is a heading: `### Actual outcome`, or bold and nothing else. */
const HEADING =
  /^ {0,3}(?:#{1,6}\s+(?<marked>\S.{0,80}?)|\*\*(?<bold>[^*\n]{1,60})\*\*:?|__(?<under>[^_\n]{1,60})__:?)\s*$/;

/** Forms are made of these words: `Describe the bug`, `Steps/Code to Reproduce`, `What you expected to happen`. */
const FORM_WORDS: ReadonlySet<string> = new Set(
  `a about actual additional alternatives and any anything art behavior behaviour bug checklist code command complete considered context
  current d describe description desired detail details do else example expected feature first for happen happened happening happens
  have how i if in info information input is issue it know like log logs me minimal my need notes observed of or other outcome output
  possible prior problem proposal proposed question related relevant report repro reproduce reproducible reproducing reproduction request
  result results screenshots see snippet solution step steps suggested summary test that the this to traceback used ve verifiable want
  was we what why would you your`.split(/\s+/),
);

/** What a form asks of the surroundings, with at most one word before it that says of what. */
const SURROUNDINGS =
  /^(?:your |what |which |the )?(?:[\w.-]+ )?(?:versions?|environments?|platforms?|operating system|os|system|backend|browsers?|installation|installed (?:versions|packages)|dependencies|pip (?:list|freeze)|packages)(?: (?:info(?:rmation)?|details?|settings|used|number))?(?:(?: ?[/&,] ?| and )[\w ]{1,30})?[:?]?$/i;

/** `numpy: 1.16.2`, `Django==2.2.1`, `- Python version: 3.7`, `attrs 18.1.0 py36_0`: a line that names what is installed. */
const INSTALLED =
  /^[\s>*+-]*[\w .()[\]/-]{1,40}?(?:\*\*)?(?:\s*[:=]{1,2}\s*|\s+)v?\d+(?:\.\d+){2,}\S{0,30}(?: \S{1,30}){0,2}\s*$|^[\s>*+-]*[\w .()-]{0,40}\bversion\b\**\s*[:=]\s*\**v?\d+(?:\.\d+)+\S{0,20}\s*$/i;
/** Longer lines, and those of more words, are told and not filled in. */
const LONGEST_LINE = 200;
const MOST_WORDS = 12;

/** Tells line by line what a form asked: its own headings, and what is said of the surroundings. */
export function formReader(): (line: string, isFenced: boolean) => boolean {
  let isOfSurroundings = false;
  return (line, isFenced) => {
    if (line.length > LONGEST_LINE) return false;
    const heading = isFenced ? '' : headingIn(line);
    if (heading !== '') {
      isOfSurroundings = SURROUNDINGS.test(heading);
      return isOfSurroundings || isOfForm(heading);
    }
    const isTold = line.trim().split(/\s+/).length > MOST_WORDS;
    if (isTold && !isFenced) isOfSurroundings = false;
    return isOfSurroundings || INSTALLED.test(line);
  };
}

function headingIn(line: string): string {
  const { marked, bold, under } = HEADING.exec(line)?.groups ?? {};
  return (marked ?? bold ?? under ?? '').replace(/[*_#]+$/, '').trim();
}

const isOfForm = (heading: string): boolean =>
  (heading.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).every((word) => FORM_WORDS.has(word));
