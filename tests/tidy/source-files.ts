import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** One file of the repository. */
export interface SourceFile {
  /** From the root, with slashes. */
  path: string;
  text: string;
}

/** Every file that git knows or would add, that matches a pattern. */
export function listFiles(pattern: RegExp): SourceFile[] {
  const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return output
    .split('\n')
    .filter((path) => pattern.test(path) && existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Production TypeScript: libraries, services and the local stack, without tests and generators. */
export function listProductionFiles(): SourceFile[] {
  return listFiles(/^(libs|services|deploy)\/.*\.tsx?$/).filter(
    ({ path }) => !/(?:\.test|\.d)\.ts$/.test(path) && !path.startsWith('deploy/generators/'),
  );
}

/** `libs/keys` for `libs/keys/src/secret.ts`; `deploy` for what lies there. */
export function packageOf(path: string): string {
  return path.startsWith('deploy/') ? 'deploy' : path.split('/').slice(0, 2).join('/');
}

/** The number of the line on which an offset lies. */
export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
