/**
 * Stacks that one test file after another takes, kept by the process that runs Jest: starting one
 * costs several seconds of processor time, emptying it under one. Workers ask over a socket.
 */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { removeStateDir } from '@tollgate/deploy/local/paths';
import got from 'got';
import { beginningOf, emptyStack } from './emptied-stack.ts';
import type { Beginning } from './emptied-stack.ts';
import { aStateDir } from './state-dir.ts';
import { aStack } from './stack.ts';
import type { TestStack } from './stack.ts';

const VARIABLE = 'TOLLGATE_TEST_STACKS';
/**
 * A stack that nobody has taken for so long is stopped: an idle one takes a tenth of a core. In
 * milliseconds.
 */
const IDLE_MS = 10_000;
/** What every stack runs besides the services. */
const STORES = ['postgres', 'redis', 'provider'];

/** As `make up` has it. */
const ENV = { RESPONSES_STREAMING: 'true' };

/** How a shared stack differs from others. */
export interface SharedStackOptions {
  /** As `aDemo` takes it. */
  timerScale?: number;
  /** As `aDemo` takes it; Responses are streamed unless it says otherwise. */
  env?: Record<string, string>;
}

/** What is told of a stack that was taken. */
export type SharedStack = Pick<TestStack, 'urls' | 'env' | 'keys' | 'connections' | 'stateDir'> & {
  id: string;
  /** Ids of its processes by their names. */
  pids: Record<string, number>;
};

interface Kept {
  stack: TestStack;
  beginning: Beginning;
  kind: string;
  taken: boolean;
  /** Settles when the stack is as it began; false where it could not be emptied. */
  emptied: Promise<boolean>;
  idle?: NodeJS.Timeout;
}

/**
 * Begins to keep stacks and makes this known to the workers.
 * @returns the function that stops all
 */
export async function keepSharedStacks(): Promise<() => Promise<void>> {
  const kept = new Map<string, Kept>();
  const server = createServer((request, response) => {
    const answer = async (): Promise<string> => {
      const body = await text(request);
      if (isGiveBack(request)) return giveBack(kept, body);
      return JSON.stringify(await take(kept, body));
    };
    answer().then(
      (body) => response.end(body),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const folder = await aStateDir();
  const socket = join(folder, 'stacks.sock');
  await new Promise<void>((resolve) => {
    server.listen(socket, resolve);
  });
  process.env[VARIABLE] = socket;
  return async () => {
    server.close();
    server.closeAllConnections();
    await Promise.all([...kept.keys()].map((id) => drop(kept, id)));
    await removeStateDir(folder);
  };
}

const isGiveBack = ({ method }: IncomingMessage): boolean => method === 'DELETE';

async function take(kept: Map<string, Kept>, kind: string): Promise<SharedStack> {
  for (const [id, one] of kept) {
    if (one.taken || one.kind !== kind) continue;
    one.taken = true;
    clearTimeout(one.idle);
    if (await one.emptied) return shown(id, one.stack);
    await drop(kept, id);
  }
  const options = JSON.parse(kind) as SharedStackOptions;
  const stack = await aStack({
    withDemoProvider: true,
    timerScale: 0.2,
    supervise: true,
    outlivesFile: true,
    ...options,
  });
  const beginning = await beginningOf(stack);
  const id = stack.stateDir;
  kept.set(id, { stack, beginning, kind, taken: true, emptied: Promise.resolve(true) });
  return shown(id, stack);
}

const shown = (id: string, stack: TestStack): SharedStack => {
  const { urls, env, keys, connections, stateDir } = stack;
  const names = [...STORES, ...Object.keys(env).filter((name) => name !== 'migrate')];
  const pids = Object.fromEntries(names.map((name) => [name, stack.pid(name) ?? 0]));
  return { id, pids, urls, env, keys, connections, stateDir };
};

function giveBack(kept: Map<string, Kept>, id: string): string {
  const one = kept.get(id);
  if (one === undefined) return '';
  one.emptied = emptyStack(one.stack, one.beginning).then(
    () => true,
    () => false,
  );
  one.taken = false;
  one.idle = setTimeout(() => void drop(kept, id), IDLE_MS);
  return '';
}

async function drop(kept: Map<string, Kept>, id: string): Promise<void> {
  const one = kept.get(id);
  kept.delete(id);
  clearTimeout(one?.idle);
  await one?.emptied;
  await one?.stack.drop();
}

async function ask(method: 'POST' | 'DELETE', body: string): Promise<string> {
  const socket = process.env[VARIABLE];
  if (socket === undefined)
    throw new Error('No shared stacks: the jest project lacks globalSetup.');
  const url = `http://unix:${socket}:/`;
  return got(url, { method, body, enableUnixSockets: true, retry: { limit: 0 } }).text();
}

/**
 * Takes a stack without users, credentials and models, which nobody else has until it is given
 * back.
 */
export async function takeSharedStack(options: SharedStackOptions = {}): Promise<SharedStack> {
  const env = { ...ENV, ...options.env };
  return JSON.parse(await ask('POST', JSON.stringify({ ...options, env }))) as SharedStack;
}

/** Gives a stack back, whatever is in it. */
export async function giveBackSharedStack({ id }: SharedStack): Promise<void> {
  await ask('DELETE', id);
}
