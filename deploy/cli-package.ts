/**
 * `node deploy/cli-package.ts <folder> <version>`: writes the command `tollgate` as a package of
 * npm into a folder: one file with everything it imports, so that an installation fetches nothing
 * else.
 */
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { REPOSITORY_ROOT } from './local/paths.ts';

const PROGRAM = 'tollgate.mjs';
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/u;
/** The first Node whose language the bundle is written in. */
const NODE_MIN = '22';
const EXECUTABLE = 0o755;
const README = `# tollgate

The configuration of a Tollgate installation as one YAML document.

    export TOLLGATE_ADMIN_URL=https://tollgate-internal.example.com TOLLGATE_TOKEN_FILE=token
    npx @tollgate/cli plan tollgate.yaml
    npx @tollgate/cli apply tollgate.yaml

\`tollgate --help\` says what else there is. The documentation is at \`/docs/configuration\` of each installation.
`;

function manifestOf(version: string): object {
  return {
    name: '@tollgate/cli',
    version,
    description: 'The configuration of a Tollgate installation as one document',
    license: 'UNLICENSED',
    type: 'module',
    bin: { tollgate: PROGRAM },
    files: [PROGRAM],
    engines: { node: `>=${NODE_MIN}` },
    publishConfig: { access: 'public', provenance: true },
    repository: { type: 'git', url: process.env['SOURCE'] ?? '' },
  };
}

/**
 * Writes the package instead of an older one.
 * @param folder that is made of it
 * @param version a whole version, such as 1.2.3
 */
async function writePackage(folder: string, version: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const build = await rolldown({
    input: join(REPOSITORY_ROOT, 'services/cli/src/main.ts'),
    cwd: REPOSITORY_ROOT,
    platform: 'node',
    logLevel: 'silent',
  });
  const file = join(folder, PROGRAM);
  await build.write({ file, format: 'esm', keepNames: true });
  await build.close();
  await chmod(file, EXECUTABLE);
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify(manifestOf(version), null, 2)}\n`,
  );
  await writeFile(join(folder, 'README.md'), README);
}

const [folder = '', version = ''] = process.argv.slice(2);
if (folder === '' || !VERSION.test(version)) {
  process.stderr.write('name a folder and a version: node deploy/cli-package.ts <folder> 1.2.3\n');
  process.exitCode = 1;
} else {
  await writePackage(resolve(folder), version);
  process.stdout.write(`wrote ${folder}\n`);
}
