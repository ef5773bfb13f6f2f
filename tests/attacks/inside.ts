/**
 * Loaded into a service process before its own code: at SIGUSR2 it tells what stands on objects
 * that everything inherits from and what it holds in memory, or dies of an error that carries
 * secrets, as the file `order` in the folder that `INSIDE_DIR` names has it. Tests give the orders
 * through `processes-inside.ts`.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import got from 'got';

/** What a process is to do. */
export interface Order {
  /**
   * The secret that a refused call of a client library carries in its headers and its body; the
   * process dies of that call.
   */
  secret?: string;
}

/**
 * Names of members that an object, a list, a function and a text have got since the process began.
 */
export type Added = Readonly<Record<string, readonly string[]>>;

/** What a process tells of itself. */
export interface ProcessReading {
  added: Added;
  /** What its heap holds once all that is of no use is gone, in bytes. */
  heapBytes: number;
}

const PROTOTYPES = {
  object: Object.prototype,
  list: Array.prototype,
  function: Function.prototype,
  text: String.prototype,
};
const namesOf = (prototype: object): string[] => Reflect.ownKeys(prototype).map(String);
const before = new Map(Object.values(PROTOTYPES).map((one) => [one, new Set(namesOf(one))]));

function addedSince(): Added {
  return Object.fromEntries(
    Object.entries(PROTOTYPES).map(([name, prototype]) => [
      name,
      namesOf(prototype).filter((own) => before.get(prototype)?.has(own) !== true),
    ]),
  );
}

function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const folder = process.env['INSIDE_DIR'];
if (folder !== undefined) {
  process.on('SIGUSR2', () => {
    const { secret } = JSON.parse(readFileSync(join(folder, 'order'), 'utf8')) as Order;
    if (secret !== undefined) void callAway(secret);
    const file = join(folder, String(process.pid));
    const reported: ProcessReading = { added: addedSince(), heapBytes: heapInUse() };
    writeFileSync(`${file}.new`, JSON.stringify(reported));
    renameSync(`${file}.new`, file);
  });
}

/** Nobody waits for it, so its failure is the end of the process. */
async function callAway(secret: string): Promise<void> {
  await got.post('http://127.0.0.1:1/', {
    headers: { authorization: `Bearer ${secret}`, 'x-api-key': secret, cookie: `a=${secret}` },
    json: { password: secret },
    retry: { limit: 0 },
  });
}
