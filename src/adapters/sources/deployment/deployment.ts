import type { Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter } from '../../../ports/source.ts';
import { buildLogText } from '../../../text/logs/ci.ts';
import { claim } from './claim.ts';
import { scanDockerfile } from './dockerfile.ts';
import { scanEnv } from './env.ts';
import { scanKubernetes } from './kubernetes.ts';
import * as pipelines from './pipelines.ts';
import { runsText, scanBuildLog } from './runs.ts';
import { scanIni, scanJson, scanProcfile, scanRecords } from './sections.ts';
import { scanJenkins, scanNginx } from './servers.ts';
import { stateText } from './state.ts';
import { scanTerraform } from './terraform.ts';
import { type Lines, linesOf, outlineOf, type Scan } from './units.ts';
import { topEntries } from './yaml.ts';

/** Records become lines for people: what ran and how it ended, what exists; never a value of a state. */
const RENDERED: Readonly<Record<string, (raw: string) => string>> = {
  runs: runsText,
  'build-log': buildLogText,
  state: stateText,
};

const render = (raw: string, { kind }: Shape): string => RENDERED[kind]?.(raw) ?? raw;

/** Environment files, images, manifests, charts, infrastructure, pipelines and servers (SR-2). */
export const deployment: SourceAdapter = { name: 'deployment', claim, render, outline };

/** Scanners go by lines and indentation and load nothing: templates, broken files and nesting bombs are texts like others. */
function outline(text: string, shape: Shape): Outline {
  const lines = linesOf(text);
  const scan = SCANNERS[shape.kind] ?? scanIni;
  return outlineOf(lines, scan(lines, shape.language));
}

type Scanner = (lines: Lines, language: string) => Scan;

const SCANNERS: Readonly<Record<string, Scanner>> = {
  env: scanEnv,
  dockerfile: scanDockerfile,
  compose: (lines) => pipelines.scanSections(lines, pipelines.COMPOSE),
  kubernetes: (lines, language) => (language === 'json' ? scanJson : scanKubernetes)(lines),
  helm: (lines) => (isManifest(lines) ? scanKubernetes(lines) : pipelines.scanSections(lines)),
  terraform: scanTerraform,
  ci: scanPipeline,
  'build-log': scanBuildLog,
  runs: scanRecords,
  state: scanRecords,
  nginx: scanNginx,
  ansible: (lines, language) => (language === 'ini' ? scanIni : pipelines.scanAnsible)(lines),
  platform: scanPlatform,
};

function scanPipeline(lines: Lines, language: string): Scan {
  if (language === 'groovy') return scanJenkins(lines);
  const keys = topEntries(lines).map(({ key }) => key);
  const hasContainer = keys.some((key) => pipelines.CI.has(key) && key !== 'stages');
  return hasContainer ? pipelines.scanSections(lines, pipelines.CI) : pipelines.scanGitlab(lines);
}

function scanPlatform(lines: Lines, language: string): Scan {
  const own = { toml: scanIni, json: scanJson, procfile: scanProcfile }[language];
  return own?.(lines) ?? pipelines.scanSections(lines, pipelines.PLATFORM);
}

/** A chart's templates are manifests or helpers; its values and its Chart.yaml (which has an apiVersion, too) are settings. */
const isManifest = (lines: Lines): boolean =>
  lines.matches(/(^[ \t]*kind:[ \t]*\S|\{\{-?\s*define\s)/).length > 0;
