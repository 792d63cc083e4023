import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadPage } from '../../src/surfaces/page/files.ts';
import { served } from '../support/http-server.ts';
import { inFolder } from '../support/project.ts';

/* What a browser gets, without one. */

const MOST_BYTES = 250_000;

describe('IF-1 the page', () => {
  it('comes without a token, with a strict content policy, and small', () =>
    inFolder((root) =>
      served(
        root,
        async ({ address }) => {
          const response = await fetch(address);
          expect(response.status).toBe(200);
          const policy = response.headers.get('content-security-policy') ?? '';
          expect(policy).toContain("default-src 'none'");
          expect(policy).not.toContain('unsafe');
          const html = await response.text();
          const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
          expect(files.length).toBeGreaterThan(2);
          let bytes = gzipSync(html).length;
          for (const path of files) {
            expect(path).toMatch(/^\//); // nothing from elsewhere
            const file = await fetch(`${address}${path}`);
            expect(file.status).toBe(200);
            bytes += gzipSync(Buffer.from(await file.arrayBuffer())).length;
          }
          expect(bytes).toBeLessThan(MOST_BYTES);
        },
        { page: loadPage() },
      ),
    ));

  it('has a token of its own, and nothing else comes without it', () =>
    inFolder((root) =>
      served(
        root,
        async ({ address, token, post }) => {
          expect(token).toMatch(/^[0-9a-f]{64}$/);
          expect((await post('flow', { action: 'list' })).status).toBe(200);
          for (const path of ['/openapi.json', '/metrics', '/../package.json', '/index.html']) {
            expect((await fetch(`${address}${path}`)).status).toBe(401);
          }
        },
        { page: loadPage() },
      ),
    ));

  it('is not part of sheaf serve', () =>
    inFolder((root) =>
      served(root, async ({ address }) => {
        expect((await fetch(address)).status).toBe(401);
      }),
    ));
});
