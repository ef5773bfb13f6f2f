import { OperatorError } from '@tollgate/db/command';
import { execa } from 'execa';

const PLUGINS = {
  compose: ['Compose', 'docker-compose-plugin and docker-buildx-plugin'],
  buildx: ['Buildx', 'docker-buildx-plugin'],
} as const;

/**
 * Throws one line that says what has to be installed or started before a plugin of docker can be
 * used.
 */
export async function requireDocker(plugin: keyof typeof PLUGINS): Promise<void> {
  const asked = (...args: string[]) => execa('docker', args, { stdin: 'ignore', reject: false });
  const [name, packages] = PLUGINS[plugin];
  const version = await asked(plugin, 'version');
  if (version.code === 'ENOENT') {
    throw new OperatorError(
      'docker is missing: install Docker Engine with its Compose and Buildx plugins.',
    );
  }
  if (version.failed) {
    throw new OperatorError(`docker has no ${name} plugin: install ${packages}.`);
  }
  const engine = await asked('version', '--format', '{{.Server.Version}}');
  if (!engine.failed) return;
  const why = engine.stderr.split('\n').find((line) => line.trim() !== '') ?? '';
  throw new OperatorError(
    `The Docker engine cannot be used: start it, or get the right to use it. ${why}`,
  );
}
