import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { casesOf } from './client.ts';
import type { Case, Client } from './client.ts';
import { installNpm } from './install.ts';
import { environmentOf, runScript } from './script.ts';
import { EVERY_WIRE } from './scene.ts';

const SCRIPTS = join(import.meta.dirname, 'node');

/**
 * One SDK of TypeScript: what is installed from npm, and the script of the folder `node` that uses
 * the SDK.
 */
function sdk(script: string, tried: { packages: Client['packages']; cases: Case[] }): Client {
  return {
    name: `${tried.packages[0]} (TypeScript)`,
    ...tried,
    install: installNpm,
    async run(asked, { scene, home }) {
      // A module finds its packages from where it lies.
      for (const name of ['tried.mjs', `${script}.mjs`]) {
        await copyFile(join(SCRIPTS, name), join(home, name));
      }
      await runScript([process.execPath, join(home, `${script}.mjs`)], environmentOf(asked, scene));
    },
  };
}

/** SDKs of TypeScript, each in a folder of its own. */
export const NODE_SDKS: readonly Client[] = [
  sdk('anthropic-sdk', {
    packages: ['@anthropic-ai/sdk', 'zod'],
    cases: casesOf(EVERY_WIRE, ['tool runner']),
  }),
  sdk('langchain', {
    packages: ['langchain', '@langchain/openai', '@langchain/core', 'zod'],
    cases: casesOf(EVERY_WIRE, ['agent']),
  }),
  sdk('ai-sdk-anthropic', {
    packages: ['@ai-sdk/anthropic', 'ai', 'zod'],
    cases: [
      // A model that cannot be made to call a tool gives no object this way.
      ...casesOf(['compatible', 'claude', 'gemini', 'codex', 'bedrock'], ['objects']),
      // The others have no way to promise one call at a time, and say so.
      ...casesOf(['claude', 'codex'], ['one call at a time']),
    ],
  }),
];
