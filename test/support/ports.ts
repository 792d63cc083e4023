import { tmpdir } from 'node:os';
import { nodePorts } from '../../src/adapters/node-ports.ts';
import type { Ports } from '../../src/ports/ports.ts';

/** The outside world for a test: no environment, nobody to warn, unless the test says otherwise. */
export async function testPorts(own: Partial<Ports> = {}, root: string = tmpdir()): Promise<Ports> {
  const ports = await nodePorts({
    root,
    isLive: true,
    env: {},
    now: Date.now,
    warn: () => {},
    signal: new AbortController().signal,
  });
  return { ...ports, ...own };
}
