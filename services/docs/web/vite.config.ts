import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * One plain script for each mode: `main`, with the style of every page, and `theme`, which runs
 * before anything is painted. They are no modules: browsers ask for those as if they came from
 * elsewhere, and behind some proxies they would be refused.
 */
// oxlint-disable-next-line import/no-default-export -- Vite looks for a default.
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  base: '/docs/',
  publicDir: join(import.meta.dirname, 'public'),
  build: {
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    // A plain script would put its style into the document, which the policy forbids.
    cssCodeSplit: false,
    reportCompressedSize: false,
    manifest: `${mode}.json`,
    // For the papers of the image, whose build takes the file away.
    license: { fileName: `licences-${mode}.json` },
    rollupOptions: {
      input: join(import.meta.dirname, `${mode}.ts`),
      output: { format: 'iife' },
    },
  },
}));
