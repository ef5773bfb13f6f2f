import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampledGauge } from './metrics.ts';

/** The manifest of a work tree and of what an image is made of. */
const MANIFEST = join(import.meta.dirname, '../../../package.json');

/** The version that runs. */
export const VERSION: string = (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string })
  .version;

/** Distinguishes this process from every other, those before a restart included. */
export const INSTANCE_ID: string = randomUUID();

sampledGauge({
  name: 'build_info',
  help: 'Always 1; the labels say what runs.',
  labels: ['version', 'node'],
}).show(() => [{ values: [VERSION, process.versions.node], value: 1 }]);
