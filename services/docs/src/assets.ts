import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Asset } from './deps.ts';

/** The files of the interactive view, by the names under which they are served; nothing else is. */
const FROM_PACKAGE: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};
const OWN: Readonly<Record<string, string>> = {
  'start.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
};

/** Reads every file of the interactive view and of the pages once. */
export async function readAssets(): Promise<ReadonlyMap<string, Asset>> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const read = async (path: string, type: string): Promise<Asset> => ({
    type,
    bytes: await readFile(path),
  });
  const entries = [
    ...Object.entries(FROM_PACKAGE).map(([name, type]) => ({
      name,
      type,
      path: join(folder, name),
    })),
    ...Object.entries(OWN).map(([name, type]) => ({
      name,
      type,
      path: join(import.meta.dirname, '../assets', name),
    })),
  ];
  return new Map(
    await Promise.all(
      entries.map(async ({ name, type, path }): Promise<[string, Asset]> => [
        name,
        await read(path, type),
      ]),
    ),
  );
}
