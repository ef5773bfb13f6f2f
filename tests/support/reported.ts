import { setTimeout as pause } from 'node:timers/promises';
import { row } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';

/** What is held beyond this time, in milliseconds, belongs to calls that run. */
const HELD_MS = 2_000;
const LOOK_MS = 10;

/**
 * Resolves once nothing is held for calls of a process, or after a while: billing hears of a charge
 * right behind the answer.
 */
export async function whenReported(owner: Knex): Promise<void> {
  const open = `select 1 from billing.reservation where state = 'held' and owner is not null limit 1`;
  await untilQuiet(async () => (await row(owner, open)) === null);
}

/** Looks until it is so, or for as long as a charge may take to be reported. */
export async function untilQuiet(isQuiet: () => Promise<boolean>): Promise<void> {
  const untilMs = performance.now() + HELD_MS;
  while (!(await isQuiet()) && performance.now() < untilMs) await pause(LOOK_MS);
}
