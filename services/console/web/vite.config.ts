import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const BASES: Readonly<Record<string, string>> = {
  users: '/console/',
  platform: '/console/platform/',
};

/**
 * Runs a module now and hands browsers its values, so that what it imports stays outside of the
 * build.
 */
const valuesOf = (file: string): Plugin => ({
  name: 'values-of-module',
  enforce: 'pre',
  async load(id) {
    if (id !== file) return null;
    const values = (await import(pathToFileURL(file).href)) as object;
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
});

/** One build for each console: `--mode users` or `--mode platform`. */
// oxlint-disable-next-line import/no-default-export -- Vite looks for a default.
export default defineConfig(({ mode }) => ({
  root: join(import.meta.dirname, mode),
  base: BASES[mode] ?? '/console/',
  publicDir: join(import.meta.dirname, 'shared/public'),
  plugins: [
    valuesOf(join(import.meta.dirname, 'shared/api/platform-needs.ts')),
    react(),
    tailwindcss(),
  ],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    manifest: 'manifest.json',
    // For the papers of the image, whose build takes the file away.
    license: { fileName: 'licences.json' },
  },
}));
