/**
 * Loaded into a service process before its own code: does to the process from the inside what the
 * file that `INNER_TROUBLE` names orders, each time SIGUSR2 comes. Tests give the orders through
 * `process-trouble.ts`.
 */
import dns from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** What is wrong inside a process. */
export interface InnerTrouble {
  /** How far its clock is from the true time, in milliseconds. */
  skewMs?: number;
  /** What names resolve to; null: there is no such name. */
  names?: Record<string, string | null>;
  /**
   * How the process dies at once: by a rejection without a handler, by an error thrown in a timer,
   * or because its memory is used up.
   */
  death?: 'rejection' | 'timer' | 'memory';
}

type Found = (
  error: NodeJS.ErrnoException | null,
  addresses?: LookupAddress[] | string,
  family?: number,
) => void;

const file = process.env['INNER_TROUBLE'] ?? '';
const TrueDate = Date;
const lookup = dns.lookup;
let trouble: InnerTrouble = {};

const now = (): number => TrueDate.now() + (trouble.skewMs ?? 0);
globalThis.Date = new Proxy(TrueDate, {
  construct: (target, given, self) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, self) as object,
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

function troubledLookup(host: string, options: dns.LookupOptions, found: Found): void {
  const address = trouble.names?.[host];
  if (address === undefined) return lookup(host, options, found as never);
  if (address === null) {
    const code = 'ENOTFOUND';
    const error = Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code });
    return void setImmediate(found, error);
  }
  const addresses = options.all === true ? [{ address, family: 4 }] : address;
  setImmediate(found, null, addresses, 4);
}

dns.lookup = troubledLookup as unknown as typeof dns.lookup;
syncBuiltinESMExports();

function die(death: NonNullable<InnerTrouble['death']>): void {
  const error = new Error('an error that nobody thought of');
  if (death === 'rejection') void Promise.reject(error);
  if (death === 'timer') {
    setTimeout(() => {
      throw error;
    }, 1);
  }
  if (death === 'memory')
    for (const kept: unknown[] = []; ;)
      kept.push(Array.from({ length: 10_000 }, () => kept.length));
}

process.on('SIGUSR2', () => {
  trouble = JSON.parse(readFileSync(file, 'utf8')) as InnerTrouble;
  writeFileSync(`${file}.seen`, JSON.stringify(trouble));
  if (trouble.death !== undefined) die(trouble.death);
});
