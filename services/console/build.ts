/**
 * `node services/console/build.ts`: builds both consoles into `dist` when their sources have
 * changed since the last build.
 */
import { join } from 'node:path';
import { buildWhenChanged } from '@tollgate/runtime/build-folder';

const HERE = import.meta.dirname;
const CONSOLES = ['users', 'platform'] as const;

async function build(folder: string): Promise<void> {
  // Tests run with an environment of their own, which would make a build for development.
  process.env['NODE_ENV'] = 'production';
  const vite = await import('vite');
  for (const name of CONSOLES) {
    await vite.build({
      configFile: join(HERE, 'web/vite.config.ts'),
      mode: name,
      logLevel: 'warn',
      build: { outDir: join(folder, name), emptyOutDir: true },
    });
  }
}

await buildWhenChanged({
  dist: join(HERE, 'dist'),
  sources: [
    join(HERE, 'web'),
    // Which right a route needs is read while the consoles are built.
    join(HERE, '../../libs/contract/src'),
    join(HERE, '../../pnpm-lock.yaml'),
    import.meta.filename,
  ],
  build,
});
