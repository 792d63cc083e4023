import { splitLines } from '../../../math/lines.ts';
import type { Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter } from '../../../ports/source.ts';
import { claim } from './claim.ts';
import { scanDockerfile } from './dockerfile.ts';
import { scanEnv } from './env.ts';
import { scanKubernetes } from './kubernetes.ts';
import {
  CI_CONTAINERS,
  COMPOSE_CONTAINERS,
  PLATFORM_CONTAINERS,
  scanAnsible,
  scanGitlab,
  scanSections,
} from './pipelines.ts';
import { scanIni, scanJson, scanProcfile } from './sections.ts';
import { scanJenkins, scanNginx } from './servers.ts';
import { scanTerraform } from './terraform.ts';
import { type Lines, matchesIn, outlineOf, type Scan } from './units.ts';
import { topEntries } from './yaml.ts';

/** Environment files, images, manifests, charts, infrastructure, pipelines and servers (SR-2). */
export const deployment: SourceAdapter = { name: 'deployment', claim, outline };

/** Scanners go by lines and indentation and load nothing: templates, broken files and nesting bombs are texts like others. */
function outline(text: string, shape: Shape): Outline {
  const split = text === '' ? [] : splitLines(text);
  const lines: Lines = { count: split.length, at: (line) => split[line - 1] ?? '' };
  const scan = SCANNERS[shape.kind] ?? scanIni;
  return outlineOf(lines, scan(lines, shape.language));
}

type Scanner = (lines: Lines, language: string) => Scan;

const SCANNERS: Readonly<Record<string, Scanner>> = {
  env: scanEnv,
  dockerfile: scanDockerfile,
  compose: (lines) => scanSections(lines, COMPOSE_CONTAINERS),
  kubernetes: (lines, language) => (language === 'json' ? scanJson : scanKubernetes)(lines),
  helm: (lines) => (isManifest(lines) ? scanKubernetes(lines) : scanSections(lines)),
  terraform: scanTerraform,
  ci: scanPipeline,
  nginx: scanNginx,
  ansible: (lines, language) => (language === 'ini' ? scanIni : scanAnsible)(lines),
  platform: scanPlatform,
};

function scanPipeline(lines: Lines, language: string): Scan {
  if (language === 'groovy') return scanJenkins(lines);
  const keys = topEntries(lines).map(({ key }) => key);
  const hasContainer = keys.some((key) => CI_CONTAINERS.has(key) && key !== 'stages');
  return hasContainer ? scanSections(lines, CI_CONTAINERS) : scanGitlab(lines);
}

function scanPlatform(lines: Lines, language: string): Scan {
  const own = { toml: scanIni, json: scanJson, procfile: scanProcfile }[language];
  return own?.(lines) ?? scanSections(lines, PLATFORM_CONTAINERS);
}

/** A chart's templates are manifests or helpers; its values and its Chart.yaml (which has an apiVersion, too) are settings. */
const isManifest = (lines: Lines): boolean =>
  matchesIn(lines, /(^[ \t]*kind:[ \t]*\S|\{\{-?\s*define\s)/).length > 0;
