/* Saved logs of continuous integration: GitHub, Azure, GitLab, Jenkins, Travis, Circle. */

const MARKS =
  /^(?:\S+Z )?(?:##\[(?:group|endgroup|section|error|warning|command|debug)\]|::(?:group|error|warning)\b|section_start:\d+:|\[Pipeline\] |travis_fold:start|Running with gitlab-runner |Started by (?:user|an SCM|timer|upstream)|Build-agent version |##teamcity\[)/m;

/** Colours and movements of the cursor: they begin with a control character other than those of plain text. */
const TERMINAL = /(?![\t\n\r])\p{Cc}\[[\d;?]{0,20}[A-Za-z]/gu;

/** Where builds are kept, what tests and compilers print is the log of one. */
const BUILD_PLACE =
  /(?:^|\/)(?:ci|(?:ci|build|pipeline|job|jenkins|workflow|actions)s?[-_]?(?:logs?|runs?|outputs?)|builds|pipelines|jenkins|github-actions)\/(?:.+\/)?[^/]+$/i;
const RESULTS =
  /\b(?:PASS(?:ED)?|FAIL(?:ED|URE)?|\d+ (?:passed|failed|passing|failing))\b|^ok\s|^--- FAIL|^\s*[✓✔✗✖] |\bBUILD (?:SUCCESS|FAIL)|^npm ERR!|^Step \d+\/\d+|\bexit(?:ed with)? (?:code|status) \d/m;

/** Whether a text is the log of a build, by marks that only such programs write, or by where it lies and what it tells. */
export const isBuildLog = (path: string, head: string): boolean => {
  const plain = head.replace(TERMINAL, '');
  return MARKS.test(plain) || (BUILD_PLACE.test(path) && RESULTS.test(plain));
};

const STAMP = /^(?:\ufeff)?\d{4}-\d\d-\d\dT[\d:.]+Z ?/;
const STEP =
  /^(?:##\[group\]|##\[section\](?:Starting: )?|::group::|section_start:\d+:|\[Pipeline\] \{ \(|travis_fold:start:)\s*([^\r)]{1,120})/;
const END =
  /^(?:##\[endgroup\]|::endgroup::|section_end:\d+:|travis_fold:end:|\[Pipeline\] (?:\}|\/\/))/;
const FAULT =
  /^##\[error\]|^::error\b|\b(?:FAIL(?:ED|URE)?|ERROR|FATAL|Traceback|AssertionError|panic:|npm ERR!|error(?:\[\w+\])?:|exit(?:ed with)? (?:code|status) [1-9])|✖|✗|\bassert .+ == /;

export const stepIn = (line: string): string | null => STEP.exec(line)?.[1]?.trim() ?? null;
export const isFaultLine = (line: string): boolean => FAULT.test(line);

/** So many lines alike in a row say no more than the first and their number. */
const ALIKE = 4;
const shapeOf = (line: string): string => line.replace(/\d+/g, '#').slice(0, 200);

/** A build's log without times and colours, with lines that repeat each other counted. */
export function buildLogText(raw: string): string {
  const lines = raw
    .split('\n')
    .map((line) => line.replace(TERMINAL, '').replace(STAMP, '').trimEnd())
    .filter((line) => !END.test(line));
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const first = lines[at] ?? '';
    let end = at + 1;
    const shape = shapeOf(first);
    while (end < lines.length && shapeOf(lines[end] ?? '') === shape && !isFaultLine(first)) end++;
    const run = end - at;
    if (run < ALIKE || first === '') out.push(...lines.slice(at, end));
    else out.push(first, `… ${run - 1} more lines like it`);
    at = end;
  }
  return out.join('\n');
}
