import { splitLines } from '../../../math/lines.ts';
import type { Outline } from '../../../model/document.ts';
import type { Shape } from '../../../model/shape.ts';
import type { SourceAdapter } from '../../../ports/source.ts';
import { claimDeployment } from './claim.ts';
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
import { type Lines, linesOf, outlineOf, type Scan } from './units.ts';
import { topEntries } from './yaml.ts';

/** Environment files, images, manifests, charts, infrastructure, pipelines and servers (SR-2). */
export const deployment: SourceAdapter = {
  name: 'deployment',
  claim: claimDeployment,
  outline,
};

/** Scanners go by lines and indentation and load nothing: templates, broken files and nesting bombs are texts like others. */
function outline(text: string, shape: Shape): Outline {
  const lines = linesOf(text === '' ? [] : splitLines(text));
  return outlineOf(lines, scan(lines, shape));
}

function scan(lines: Lines, { kind, language }: Shape): Scan {
  switch (kind) {
    case 'env':
      return scanEnv(lines);
    case 'dockerfile':
      return scanDockerfile(lines);
    case 'compose':
      return scanSections(lines, COMPOSE_CONTAINERS);
    case 'kubernetes':
      return language === 'json' ? scanJson(lines) : scanKubernetes(lines);
    case 'helm':
      return isManifest(lines) ? scanKubernetes(lines) : scanSections(lines, {});
    case 'terraform':
      return scanTerraform(lines);
    case 'ci':
      return scanPipeline(lines, language);
    case 'nginx':
      return scanNginx(lines);
    case 'ansible':
      return language === 'ini' ? scanIni(lines) : scanAnsible(lines);
    case 'platform':
      return scanPlatform(lines, language);
    default:
      return scanIni(lines);
  }
}

function scanPipeline(lines: Lines, language: string): Scan {
  if (language === 'groovy') return scanJenkins(lines);
  const keys = topEntries(lines).map(({ key }) => key);
  const hasContainer = keys.some((key) => CI_CONTAINERS[key] !== undefined && key !== 'stages');
  return hasContainer ? scanSections(lines, CI_CONTAINERS) : scanGitlab(lines);
}

function scanPlatform(lines: Lines, language: string): Scan {
  if (language === 'toml') return scanIni(lines);
  if (language === 'json') return scanJson(lines);
  if (language === 'procfile') return scanProcfile(lines);
  return scanSections(lines, PLATFORM_CONTAINERS);
}

/** A chart's templates are manifests or helpers; its values and its Chart.yaml (which has an apiVersion, too) are settings. */
function isManifest(lines: Lines): boolean {
  for (let line = 1; line <= lines.count; line++) {
    const text = lines.at(line).slice(0, 300);
    if (/^[ \t]*kind:[ \t]*\S/.test(text) || /\{\{-?\s*define\s/.test(text)) return true;
  }
  return false;
}
