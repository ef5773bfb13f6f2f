import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { pingDatabase, row } from './connect.ts';
import { createSchemaCheck } from './schema-version.ts';

/**
 * How far the clock of this machine may be from the database's, in milliseconds: tokens between
 * services bear as much.
 */
const CLOCK_SKEW_MAX_MS = 30_000;

/**
 * How long the database may take to answer, in milliseconds; a later answer is the business of
 * another check.
 */
const CLOCK_ANSWER_MS = 1_000;

/**
 * Rejects when the clock of this machine is wrong by the database's. What the database cannot say
 * is not judged.
 */
async function checkClock(db: Knex): Promise<void> {
  const beforeMs = Date.now();
  const asked = row<{ now: number }>(
    db,
    'select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as now',
  ).catch(() => null);
  const read = await Promise.race([asked, sleep(CLOCK_ANSWER_MS, null, { ref: false })]);
  if (read === null) return;
  const isEarly = read.now > Date.now() + CLOCK_SKEW_MAX_MS;
  if (isEarly || read.now < beforeMs - CLOCK_SKEW_MAX_MS) {
    throw new Error('the clock differs from that of the database');
  }
}

/**
 * Readiness of the database of a process: the database answers, agrees about the time, and has the
 * schema of this code.
 */
export function databaseChecks(db: Knex): { name: string; check(): Promise<void> }[] {
  return [
    { name: 'database', check: () => pingDatabase(db) },
    { name: 'clock', check: () => checkClock(db) },
    { name: 'schema', check: createSchemaCheck(db) },
  ];
}
