import { describe, expect, it } from 'vitest';
import { copyShares } from './versions.ts';

/** What each of the pages keeps, where that is not all. */
const sharesOf = (...paths: string[]): Record<string, number> => {
  const shares = copyShares(
    paths.map((path) => ({ path })),
    () => true,
  );
  return Object.fromEntries([...shares].map(([file, share]) => [paths[file] ?? '', share]));
};

describe('RT-1 copies of a page', () => {
  it('come after the page of today: the newest version close behind, older ones and translations far', () => {
    const shares = sharesOf(
      'website/versioned_docs/version-2.9/guides/hooks.md',
      'website/versioned_docs/version-2.10/guides/hooks.md',
      'website/i18n/zh-CN/docusaurus-plugin-content-docs/current/guides/hooks.md',
      'docs/guides/hooks.md',
    );
    const [old, newest, translated, page] = Object.values({
      old: shares['website/versioned_docs/version-2.9/guides/hooks.md'],
      newest: shares['website/versioned_docs/version-2.10/guides/hooks.md'],
      translated:
        shares['website/i18n/zh-CN/docusaurus-plugin-content-docs/current/guides/hooks.md'],
      page: shares['docs/guides/hooks.md'],
    });
    expect(page).toBeUndefined();
    expect(newest).toBeGreaterThan(0.9);
    expect(newest).toBeLessThan(1);
    expect(old).toBeLessThan(0.5);
    expect(translated).toBeLessThan(0.5);
  });

  it('are in another language where those beside them are marked as English, and the other way round', () => {
    const pages = ['site/docs/doc/watch.md', 'site/docs/en/doc/watch.md'].map((path) => ({ path }));
    const asked = (isEnglish: boolean) => [...copyShares(pages, () => true, isEnglish).keys()];
    expect(asked(true)).toEqual([0]);
    expect(asked(false)).toEqual([1]);
    expect(copyShares(pages.slice(0, 1), () => true, true).size).toBe(0);
  });

  it('counts a version without a number as the newest', () => {
    const shares = sharesOf('docs/cli.md', 'docs/v3/cli.md', 'docs/stable/cli.md');
    expect(shares['docs/stable/cli.md']).toBeGreaterThan(shares['docs/v3/cli.md'] ?? 1);
  });

  it.each([
    ['chapters with numbers', ['docs/01-start/props.md', 'docs/02-more/props.md']],
    ['news of each release', ['news/2.1/full.md', 'news/2.2/full.md']],
    ['introductions of folders', ['docs/v1/README.md', 'docs/README.md']],
    ['pages about translations', ['topics/i18n/time.md', 'topics/time.md']],
    ['pages of the same name elsewhere', ['docs/api/hooks.md', 'docs/guides/hooks.md']],
  ])('are not %s', (_, paths) => {
    expect(sharesOf(...paths)).toEqual({});
  });
});
