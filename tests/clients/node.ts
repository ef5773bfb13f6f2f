import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { casesOf } from './client.ts';
import type { Case, Client } from './client.ts';
import { installNpm } from './install.ts';
import { environmentOf, runScript } from './script.ts';
import { plainName } from './versions.ts';
import { EVERY_FAMILY, EVERY_WIRE } from './models.ts';

const SCRIPTS = join(import.meta.dirname, 'node');

/**
 * One SDK of TypeScript: what is installed from npm, and the script of the folder `node` that uses
 * the SDK.
 */
function sdk(script: string, tried: { packages: Client['packages']; cases: Case[] }): Client {
  return {
    name: `${plainName(tried.packages[0])} (TypeScript)`,
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
  sdk('openai-sdk', {
    packages: ['openai@npm:openai'],
    cases: [
      ...casesOf(EVERY_FAMILY, ['conversation', 'batch']),
      ...casesOf(['gemini'], ['search and code']),
      ...casesOf(
        [
          'embedding',
          'gemini embedding',
          'titan',
          'ollama embedding',
          'answering embedding',
          'compatible embedding',
          'sandbox embedding',
        ],
        ['vectors'],
      ),
      ...casesOf(['images', 'banana', 'flux', 'answering images', 'canvas', 'picture'], ['images']),
      ...casesOf(
        ['images', 'banana', 'open edits', 'answering images', 'canvas', 'picture'],
        ['edits'],
      ),
      ...casesOf(
        ['images', 'proxied images', 'answering images', 'picture'],
        ['image events', 'edit events'],
      ),
      ...casesOf(['drawer'], ['image tool', 'approvals', 'file search']),
      ...casesOf(
        ['speech', 'gemini speech', 'eleven', 'kokoro', 'answering speech', 'sandbox speech'],
        ['speech', 'speech events'],
      ),
      ...casesOf(
        [
          'transcribe',
          'gemini',
          'gemini hearer',
          'scribe',
          'open whisper',
          'answering transcribe',
          'listener',
        ],
        ['transcription'],
      ),
      ...casesOf(
        ['transcribe', 'gemini', 'proxied transcribe', 'answering transcribe', 'listener'],
        ['transcription events'],
      ),
      ...casesOf(
        ['whisper', 'gemini', 'open whisper', 'answering whisper', 'listener'],
        ['translation'],
      ),
      ...casesOf(
        ['moderation', 'mistral moderation', 'answering moderation', 'moderator'],
        ['moderation'],
      ),
      ...casesOf(['video', 'sora', 'reel', 'sandbox video'], ['video']),
    ],
  }),
  sdk('cohere-sdk', {
    packages: ['cohere-ai'],
    cases: casesOf(['ranks', 'bedrock rank', 'ranker'], ['rerank']),
  }),
  sdk('anthropic-sdk', {
    packages: ['@anthropic-ai/sdk', 'zod'],
    cases: [
      ...casesOf(EVERY_FAMILY, ['conversation']),
      ...casesOf(EVERY_WIRE, ['tool runner']),
      ...casesOf(['gemini'], ['search and code']),
      ...casesOf(['claude'], ['servers']),
    ],
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
