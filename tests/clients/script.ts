import { execa } from 'execa';
import type { Case } from './client.ts';
import type { Scene } from './scene.ts';

/** How long a script may take, in milliseconds. */
export const SCRIPT_MS = 120_000;
/** How much of what a script prints is told, in characters. */
export const SHOWN_CHARACTERS = 800;

/** What every script that uses an SDK is told. */
export function environmentOf({ feature, model }: Case, scene: Scene): Record<string, string> {
  return {
    OPENAI_BASE_URL: scene.baseUrl,
    OPENAI_API_KEY: keyFor({ feature, model }, scene),
    MODEL: scene.models[model],
    FEATURE: feature,
  };
}

/** Models of the sandbox answer test keys. */
function keyFor({ feature, model }: Case, scene: Scene): string {
  if (scene.models[model].startsWith('sandbox/')) return scene.testKey;
  return feature === 'empty wallet' ? scene.poorKey : scene.key;
}

/**
 * Runs a script that says by its exit code whether all went well.
 * @throws Error with what the script printed last
 */
export async function runScript(
  [command, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
): Promise<void> {
  const ran = await execa(command, args, { env, timeout: SCRIPT_MS, reject: false, all: true });
  if (ran.exitCode === 0) return;
  throw new Error(ran.all.trim().slice(-SHOWN_CHARACTERS) || `exit code ${ran.exitCode}`);
}
