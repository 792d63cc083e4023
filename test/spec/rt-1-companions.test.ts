import { describe, expect, it } from 'vitest';
import { openWorkspace } from '../../src/index.ts';
import { inFolder, writeFiles } from '../support/project.ts';

const partsOf = async (
  root: string,
  request: { readonly task: string; readonly maxTokens?: number },
): Promise<string[]> => {
  const workspace = await openWorkspace({ root, warn: () => undefined });
  try {
    return (await workspace.assemble(request)).parts.map(({ path }) => path);
  } finally {
    await workspace.close();
  }
};

describe('RT-1 what stands beside the code', () => {
  it('is the test that lies nearest, where every folder has one that is called alike', () =>
    inFolder(async (root) => {
      const names = 'accept basic bearer cache combine compress cookie cors csrf etag'.split(' ');
      const code = (name: string): string =>
        `export function ${name}Handler(request: Request) {\n  return request.headers.get('${name}');\n}\n`;
      const test = (name: string): string =>
        `import { ${name}Handler } from '.';\n\nit('answers', () => {\n  ${name}Handler(new Request('/'));\n});\n`;
      writeFiles(
        root,
        Object.fromEntries(
          names.flatMap((name) => [
            [`src/${name}/index.ts`, code(name)],
            [`src/${name}/index.test.ts`, test(name)],
          ]),
        ),
      );
      const tests = (await partsOf(root, { task: 'fix the cors handler' })).filter((path) =>
        path.endsWith('.test.ts'),
      );
      expect(tests).toContain('src/cors/index.test.ts');
      expect(tests.length).toBeLessThanOrEqual(3);
    }));

  it('has room of its own where a size is given, though the code alone would fill it', () =>
    inFolder(async (root) => {
      const step = (i: number): string =>
        `/** Retries a payment, step ${i}. */\nexport function retryPayment${i}(payment: Payment) {\n${`  payment.retry(${i}); // retry the payment once more\n`.repeat(12)}}\n`;
      const steps = Array.from({ length: 30 }, (_, i) => step(i)).join('\n');
      writeFiles(root, {
        'src/payments.ts': steps,
        'docs/payments.md': '# Retries of payments\n\nA payment is retried three times.\n',
        'test/orders.test.ts':
          "it('counts how often a payment is retried', () => {\n  expect(retry(payment)).toBe(3);\n});\n",
      });
      const paths = await partsOf(root, {
        task: 'limit how often a payment is retried',
        maxTokens: 1500,
      });
      expect(paths).toContain('test/orders.test.ts');
      expect(paths).toContain('docs/payments.md');
      expect(paths).toContain('src/payments.ts');
    }));

  it('is a type that the code has from there, not one elsewhere that is called like one of a library', () =>
    inFolder(async (root) => {
      const parts = Array.from({ length: 30 }, (_, i) => [
        `part${i}/part.go`,
        `package part${i}\n\nconst Part = ${i}\n`,
      ]);
      writeFiles(root, {
        ...Object.fromEntries(parts),
        'go.mod': 'module example.org/shop\n',
        'paper/head.go': 'package paper\n\ntype Letterhead struct {\n\tName string\n}\n',
        'stream/types.go': 'package stream\n\ntype Request struct {\n\tBitRate int\n}\n',
        'invoices/round.go':
          'package invoices\n\nimport (\n\t"net/http"\n\n\t"example.org/shop/paper"\n)\n\n// RoundInvoice rounds the invoice total.\nfunc RoundInvoice(r *http.Request, head paper.Letterhead) string {\n\treturn head.Name + r.Host\n}\n',
      });
      const paths = await partsOf(root, { task: 'RoundInvoice rounds the invoice total wrong' });
      expect(paths).toContain('paper/head.go');
      expect(paths).not.toContain('stream/types.go');
    }));
});
