import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { scriptValue } from '../fake-provider/behaviours/answers.ts';
import type { ScriptStep } from '../fake-provider/behaviours/answers.ts';
import { expectSaid } from './client.ts';
import type { Feature } from './client.ts';
import type { Scene } from './scene.ts';

/** More words than the context of the fake provider has tokens. */
const OVERFLOW_WORDS = 140_000;
const FILE = 'told.txt';
const PICTURE = 'square.png';
const [BEFORE, AFTER] = ['before', 'after'];

/** How an agent is told to call its own tools. Paths are absolute. */
export interface Tools {
  shell(command: string): ScriptStep;
  /** Reads a text file and replaces a word in it; absent where the agent has no tool for that. */
  edit?(change: { path: string; from: string; to: string }): ScriptStep[];
  /** Looks at a picture. */
  look(path: string): ScriptStep;
}

/** Makes folders anew. */
export async function emptied(...folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }
}

/** Where an agent works, and how it calls its own tools. */
interface Workshop {
  folder: string;
  tools: Tools;
}

/** Writes what the agent is to find, and says what it is asked. */
const TASKS: Readonly<Partial<Record<Feature, (at: Workshop) => Promise<string> | string>>> = {
  // Five turns, and one of the tools fails.
  tools: ({ tools }) =>
    scripted([
      tools.shell(`echo first > ${FILE}`),
      tools.shell('a-command-that-nobody-has'),
      tools.shell(`echo second >> ${FILE}`),
      tools.shell(`cat ${FILE}`),
    ]),
  edit: async ({ folder, tools }) => {
    const path = join(folder, FILE);
    await writeFile(path, `${BEFORE}\n`);
    const steps = tools.edit?.({ path, from: BEFORE, to: AFTER }) ?? [];
    return scripted([...steps, tools.shell(`cat ${FILE}`)]);
  },
  picture: async ({ folder, tools }) => {
    const path = join(folder, PICTURE);
    await writeFile(path, aPicture());
    return scripted([tools.look(path), tools.shell(`echo seen > ${FILE}`)]);
  },
  break: () => '[[provider: cut after=4]] Say hello.',
  overflow: () => 'word '.repeat(OVERFLOW_WORDS),
};

/**
 * Writes what an agent is to find in the folder where it works.
 * @returns what the agent is asked
 */
export async function prepareTask(feature: Feature, at: Workshop): Promise<string> {
  return (await TASKS[feature]?.(at)) ?? 'Say hello.';
}

function scripted(steps: readonly ScriptStep[]): string {
  const task = scriptValue([...steps, { text: 'The task is done.' }]);
  return `[[provider: script=${task}]] Do the task.`;
}

/** What each task leaves in the file. */
const LEFT: Readonly<Partial<Record<Feature, string>>> = {
  tools: 'first\nsecond\n',
  edit: `${AFTER}\n`,
  picture: 'seen\n',
};
/** How every PNG begins in base64. */
const PICTURE_START = 'iVBORw0KGgo';

/**
 * @param folder where the agent worked.
 * @throws Error when the task of {@link prepareTask} has not been done there, or its picture did
 *   not reach the provider
 */
export async function expectDone(
  feature: Feature,
  { folder, scene }: { folder: string; scene: Scene },
): Promise<void> {
  const left = LEFT[feature];
  if (left === undefined) return;
  expectSaid(await readFile(join(folder, FILE), 'utf8'), left);
  if (feature !== 'picture') return;
  const bodies = await scene.sent();
  // The turn after the picture carries it in its history: what breaks a session breaks it there.
  const carrying = bodies.filter((body) => body.includes(PICTURE_START)).length;
  if (carrying < 2) throw new Error(`${carrying} of ${bodies.length} requests had the picture`);
}

const SIDE_PIXELS = 64;
const EIGHT_BITS_GREY = [8, 0, 0, 0, 0] as const;

/** A grey square as a PNG. */
function aPicture(): Buffer {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(SIDE_PIXELS, 0);
  size.writeUInt32BE(SIDE_PIXELS, 4);
  // Each line begins with the number of its filter.
  const lines = Buffer.alloc(SIDE_PIXELS * (SIDE_PIXELS + 1));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([size, Buffer.from(EIGHT_BITS_GREY)])),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
