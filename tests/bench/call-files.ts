/**
 * `make call-files`: which files one warm, paid, whole chat completion enters, by process and room,
 * as V8 counts the calls of functions. A file counts when each of several calls has entered it by a
 * function that is called less often while there are no calls, so that what polls does not.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { REPOSITORY_ROOT, removeStateDir } from '@tollgate/deploy/local/paths';
import { startStack } from '@tollgate/deploy/local/stack';
import { seed } from '@tollgate/deploy/seed';
import got from 'got';
import { openClient } from './client.ts';

/** The most files that a call may enter in all processes together. */
const FILES_MAX = 90;
const WARM_CALLS = 300;
const COUNTED_CALLS = 8;
/** What a call leaves behind, such as its record, is written within this time, in milliseconds. */
const SETTLE_MS = 600;
const PROCESSES = ['edge', 'inference', 'billing'];

const log = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Where a process writes the port on which it answers which files it has entered. */
const portFile = (folder: string, name: string): string => join(folder, `${name}.port`);

/** How often each function of a process was called, by `<path>#<offset>`. */
type Calls = Readonly<Record<string, number>>;

/** The calls of a process since it was asked last. */
function callsOf(folder: string, name: string): Promise<Calls> {
  const port = readFileSync(portFile(folder, name), 'utf8');
  return got(`http://127.0.0.1:${port}`).json<Calls>();
}

/** `libs/inference/money`, `libs/http` or `services/edge`, where a file is. */
function roomOf(path: string): string {
  const [top = '', owner = '', , room = ''] = path.split('/');
  const hasRooms = top === 'libs' && (owner === 'inference' || owner === 'providers');
  return [top, owner, ...(hasRooms ? [room.replace(/\.ts$/, '')] : [])].join('/');
}

/** The calls of each process while something is done and a little longer. */
async function during(
  folder: string,
  work: () => Promise<void>,
): Promise<ReadonlyMap<string, Calls>> {
  for (const name of PROCESSES) await callsOf(folder, name);
  await work();
  await pause(SETTLE_MS);
  const counted = PROCESSES.map(async (name) => [name, await callsOf(folder, name)] as const);
  return new Map(await Promise.all(counted));
}

/**
 * The files that each of several calls has entered in a process: with a function that was called
 * more often than in any interval without a call.
 */
async function enteredByEach(
  folder: string,
  call: () => Promise<void>,
): Promise<Map<string, string[]>> {
  const idle: ReadonlyMap<string, Calls>[] = [];
  const busy: ReadonlyMap<string, Calls>[] = [];
  for (let calls = 0; calls < COUNTED_CALLS; calls += 1) {
    idle.push(await during(folder, async () => {}));
    busy.push(await during(folder, call));
  }
  return new Map(
    PROCESSES.map((name) => {
      const besides = idle.map((one) => one.get(name) ?? {});
      const entered = busy.map((one) => filesOf(one.get(name) ?? {}, besides));
      const [first = new Set<string>(), ...others] = entered;
      return [name, [...first].filter((path) => others.every((paths) => paths.has(path))).sort()];
    }),
  );
}

function filesOf(calls: Calls, besides: readonly Calls[]): Set<string> {
  const more = Object.entries(calls).filter(([place, count]) =>
    besides.every((idle) => count > (idle[place] ?? 0)),
  );
  return new Set(more.map(([place]) => place.slice(0, place.indexOf('#'))));
}

function show(byProcess: ReadonlyMap<string, readonly string[]>): number {
  for (const [name, files] of byProcess) {
    print(`${name}: ${files.length} files`);
    const rooms = Map.groupBy(files, roomOf);
    for (const [room, paths] of rooms)
      print(`  ${room}: ${paths.length}\n    ${paths.join('\n    ')}`);
  }
  return new Set([...byProcess.values()].flat()).size;
}

async function main(): Promise<void> {
  const stateDir = await mkdtemp(join(tmpdir(), 'tollgate-call-files-'));
  const preload = pathToFileURL(join(import.meta.dirname, 'entered-files.ts')).href;
  const stack = await startStack({
    stateDir,
    log,
    tree: REPOSITORY_ROOT,
    withDemoProvider: true,
    env: { LOG_LEVEL: 'warn' },
    envOf: (name, env) =>
      PROCESSES.includes(name)
        ? {
            ...env,
            NODE_OPTIONS: `--import ${preload}`,
            ENTERED_FILES_PORT: portFile(stateDir, name),
          }
        : env,
  });
  try {
    const demo = await seed({ stateDir, urls: stack.urls, providerKeys: {}, log });
    const endpoint = {
      baseUrl: demo.TOLLGATE_BASE_URL,
      key: demo.TOLLGATE_API_KEY,
      model: demo.TOLLGATE_MODEL,
    };
    const client = openClient(endpoint, 1);
    const body = JSON.stringify({
      model: endpoint.model,
      messages: [{ role: 'user', content: 'Say hello.' }],
      max_tokens: 16,
    });
    const call = async (): Promise<void> => {
      const { status, text } = await client.send(body);
      if (status !== 200) throw new Error(`the call was answered ${status}: ${text}`);
    };
    for (let calls = 0; calls < WARM_CALLS; calls += 1) await call();
    const files = show(await enteredByEach(stateDir, call));
    client.close();
    print(`one warm call enters ${files} files; at most ${FILES_MAX} are allowed`);
    if (files > FILES_MAX) process.exitCode = 1;
  } finally {
    await stack.stop();
    await removeStateDir(stateDir);
  }
}

await main();
