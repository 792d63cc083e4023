import { describe, expect, it } from 'vitest';
import { type Config, DEFAULTS } from '../../src/config/defaults.ts';
import { CLASSIC } from '../../src/config/presets.ts';
import { gather } from '../../src/gather.ts';
import { testPorts } from '../support/ports.ts';
import { viewing } from '../support/view.ts';

/** The classic preset, as a file that names it resolves to. */
function classicConfig(): Config {
  const config = structuredClone(DEFAULTS) as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries({ ...CLASSIC, 'relevance.preset': 'classic' })) {
    const names = key.split('.');
    const last = names.pop() ?? '';
    names.reduce((at, name) => at[name] as Record<string, unknown>, config)[last] = value;
  }
  return config as unknown as Config;
}

const FILES = {
  'shop/session.py': `class SessionStore:
    """Keeps a session until it expires; a refresh moves that."""

    def refresh(self, session):
        session.expires = self.now() + self.lifetime
        return session
`,
  'shop/cart.py': 'class Cart:\n    def add(self, item):\n        self.items.append(item)\n',
  'shop/mail.py': 'def deliver(address, body):\n    return {"to": address, "body": body}\n',
  'docs/sessions.md':
    '# Sessions\n\nA session is refreshed by each request; a refresh of a session is cheap.\n',
};

describe('SC-2 the classic preset', () => {
  it('finds something for a task of few words, and leaves out what has nothing to do with it', async () => {
    const ports = await testPorts();
    await viewing(FILES, async (view) => {
      const found = await gather(ports, view, {
        text: 'session refresh',
        sources: [],
        config: classicConfig(),
      });
      const relevant = found.files.filter(({ standing }) => standing === 'relevant');
      expect(relevant.map(({ path }) => path).sort()).toEqual([
        'docs/sessions.md',
        'shop/session.py',
      ]);
      expect(found.chunks.map(({ ranked }) => ranked.path)).not.toContain('shop/cart.py');
    });
  });
});
