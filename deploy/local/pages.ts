import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { ProcessFailedError } from './managed-process.ts';
import { REPOSITORY_ROOT } from './paths.ts';
import type { ServiceSpec } from './services.ts';

/**
 * Builds what services serve to browsers, when this has changed; another tree brings its own
 * builds.
 * @param services those that run; most serve nothing to browsers
 * @param tree root of the work tree
 * @throws `ProcessFailedError` for a service whose pages could not be built
 */
export async function buildPages(
  services: readonly ServiceSpec[],
  tree = REPOSITORY_ROOT,
): Promise<void> {
  const build = async ({ name }: ServiceSpec): Promise<void> => {
    const script = join(tree, 'services', name, 'build.ts');
    if (!existsSync(script)) return;
    const result = await execa(process.execPath, [script], { reject: false, all: true });
    if (result.exitCode !== 0) throw new ProcessFailedError(name, 'was not built', result.all);
  };
  await Promise.all(services.map(build));
}
