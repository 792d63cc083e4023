import type { Config } from '../config/defaults.ts';
import type { Shape } from '../model/shape.ts';

/** Whether the settings of its source let a kind of file in. What a task names comes in all the same. */
export function isKindIncluded(
  { source, kind }: Shape,
  { code, deployment, research }: Config['sources'],
): boolean {
  switch (`${source}/${kind}`) {
    case 'code/test':
      return code.include_tests;
    case 'code/types':
      return code.include_types;
    case 'research/search':
    case 'research/page':
      return research.include_web_searches;
    case 'research/agent':
      return research.include_agent_outputs;
    case 'deployment/env':
      return deployment.include_env_configs;
    case 'deployment/kubernetes':
    case 'deployment/helm':
      return deployment.include_k8s;
    default:
      return true;
  }
}
