import { defineConfig } from 'vite';

/** The page of `sheaf ui`: one script, one style sheet, no address outside. */
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    assetsDir: '.',
    target: 'es2022',
    license: { fileName: 'LICENCES.md' },
  },
});
