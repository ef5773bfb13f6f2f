/**
 * `node services/docs/build.ts`: writes the interface descriptions, and builds every page into
 * `dist` when the content, the interface descriptions or the site have changed.
 */
import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWhenChanged } from '@tollgate/runtime/build-folder';
import type { Assets } from './site/frame.ts';

const HERE = import.meta.dirname;

type Manifest = Record<string, { file: string }>;

/** Builds a script with its style. @returns a look-up of their names below `/docs/` */
async function buildScript(
  folder: string,
  mode: 'main' | 'theme',
): Promise<(source: string) => string> {
  const vite = await import('vite');
  const outDir = join(folder, 'docs');
  const configFile = join(HERE, 'web/vite.config.ts');
  await vite.build({ configFile, mode, logLevel: 'warn', build: { outDir, emptyOutDir: false } });
  const manifest = join(outDir, `${mode}.json`);
  const chunks = JSON.parse(await readFile(manifest, 'utf8')) as Manifest;
  await rm(manifest);
  return (source) => {
    const file = chunks[source]?.file;
    if (file === undefined) throw new Error(`The build made nothing of ${source}.`);
    return file;
  };
}

async function buildAssets(folder: string): Promise<Assets> {
  const main = await buildScript(folder, 'main');
  const theme = await buildScript(folder, 'theme');
  return { theme: theme('theme.ts'), main: main('main.ts'), style: main('style.css') };
}

async function build(folder: string): Promise<void> {
  // Tests run with an environment of their own, which would make a build for development.
  process.env['NODE_ENV'] = 'production';
  const assets = await buildAssets(folder);
  const { writePages } = await import('./site/pages.ts');
  await writePages(folder, assets);
}

// A process of its own: the generator looks at every service's routes, which no service may import.
execFileSync(process.execPath, [join(HERE, '../../deploy/generators/openapi/write.ts'), '--build']);

await buildWhenChanged({
  dist: join(HERE, 'dist'),
  sources: [
    ...['content', 'openapi', 'pictures', 'site', 'web'].map((name) => join(HERE, name)),
    ...['audience', 'heading-anchor', 'page-search', 'pictures'].map((name) =>
      join(HERE, `src/${name}.ts`),
    ),
    join(HERE, '../../pnpm-lock.yaml'),
    import.meta.filename,
  ],
  build,
});
