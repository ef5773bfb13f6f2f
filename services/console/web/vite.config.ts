import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const BASES: Readonly<Record<string, string>> = {
  users: '/console/',
  platform: '/console/platform/',
};

/** One build for each console: `--mode users` or `--mode platform`. */
// oxlint-disable-next-line import/no-default-export -- Vite looks for a default.
export default defineConfig(({ mode }) => ({
  root: join(import.meta.dirname, mode),
  base: BASES[mode] ?? '/console/',
  publicDir: join(import.meta.dirname, 'shared/public'),
  plugins: [react(), tailwindcss()],
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
