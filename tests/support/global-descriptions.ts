import { join } from 'node:path';
import { execa } from 'execa';

const WRITE = join(import.meta.dirname, '../../deploy/generators/openapi/write.ts');

/**
 * Builds the interface descriptions, once before all projects: they are never committed, and tests
 * of several projects read them.
 */
// oxlint-disable-next-line import/no-default-export -- jest takes the default export.
export default async (): Promise<void> => {
  await execa(process.execPath, [WRITE, '--build']);
};
