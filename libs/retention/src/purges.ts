import { createHash } from 'node:crypto';
import { GatewayError } from '@tollgate/contract/error-codes';
import { RETENTION_CATEGORIES } from '@tollgate/contract/platform/retention';
import type {
  RetentionPurgeOut,
  RetentionPurgePreview,
  RetentionPurgeRequest,
} from '@tollgate/contract/platform/retention';
import type { Db } from '@tollgate/db/connect';
import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import { CATEGORIES } from './categories.ts';
import { cutoffsOf } from './policies.ts';
import {
  findPurgeById,
  findPurgeByName,
  getMoment,
  insertPurge,
  listLatestPurges,
} from './purge.queries.ts';
import { insertPurgeStep, listPurgeSteps } from './purge-step.queries.ts';
import type { PurgeRow } from './purge.queries.ts';
import type { PurgeStepRow } from './purge-step.queries.ts';

const SCHEDULE = 'schedule';

/** Counts what a purge would take, with its cutoffs fixed, and sums it up in a digest. */
export async function previewPurge(
  db: Db,
  request: Omit<RetentionPurgeRequest, 'digest'>,
): Promise<RetentionPurgePreview> {
  const asOf = request.as_of === undefined ? await getMoment(db) : new Date(request.as_of);
  const categories: RetentionPurgePreview['categories'] = [];
  for (const { category, cutoff } of await cutoffsOf(db, request.categories, asOf)) {
    const count = await CATEGORIES[category].count(db, cutoff);
    categories.push({ category, cutoff: cutoff.toISOString(), rows: count.toString() });
  }
  const set = { as_of: asOf.toISOString(), categories };
  return { ...set, digest: sha(set).toString('hex') };
}

/** The request for a purge, with who makes it and under which name. */
export interface PurgeOrder {
  request: RetentionPurgeRequest;
  idempotencyKey: string;
  administratorId: string;
}

/** Whether a purge was accepted now or before. */
export interface AcceptedPurge {
  purge: RetentionPurgeOut;
  isNew: boolean;
}

/**
 * Accepts a purge, once for each key of an administrator. Under a digest it is accepted only while
 * the set is the one that was previewed.
 * @throws GatewayError `idempotency_key_mismatch` for another body, `conflict` for a set that has
 *   changed
 */
export async function acceptPurge(db: Db, order: PurgeOrder): Promise<AcceptedPurge> {
  const { request, administratorId } = order;
  const name = { scope: `administrator ${administratorId}`, onceKey: order.idempotencyKey };
  const bodySha = bodyShaOf(request);
  const known = await findPurgeByName(db, name);
  if (known !== null) return { purge: await sameAgain(db, known, bodySha), isNew: false };
  const counts = await previewedCounts(db, request);
  const asOf = request.as_of === undefined ? await getMoment(db) : new Date(request.as_of);
  const purge = { ...name, bodySha, asOf, requestedBy: administratorId };
  const id = await insertPurgeWithSteps(
    db,
    { ...purge, digest: request.digest ?? null },
    { request, counts },
  );
  if (id !== null) return { purge: await purgeOut(db, await getPurge(db, id)), isNew: true };
  const winner = await findPurgeByName(db, name);
  if (winner === null) throw new Error('a purge was there and is gone');
  return { purge: await sameAgain(db, winner, bodySha), isNew: false };
}

/**
 * Accepts the purge of everything for one day, once however often and by however many workers it is
 * asked for.
 * @returns its uuid, or null when the day has one already
 */
export async function acceptDailyPurge(db: Db): Promise<string | null> {
  const asOf = await getMoment(db);
  const onceKey = asOf.toISOString().slice(0, 'YYYY-MM-DD'.length);
  const request = { categories: [...RETENTION_CATEGORIES] };
  const bodySha = bodyShaOf(request);
  const purge = { scope: SCHEDULE, onceKey, bodySha, requestedBy: null, asOf, digest: null };
  return insertPurgeWithSteps(db, purge, { request, counts: new Map() });
}

/**
 * A purge by its public id.
 * @throws GatewayError `not_found`
 */
export async function readPurge(db: Db, publicId: string): Promise<RetentionPurgeOut> {
  const id = decodeId('prg', publicId);
  const found = id === null ? null : await findPurgeById(db, id);
  if (found === null) throw new GatewayError('not_found', 'There is no such purge.');
  return purgeOut(db, found);
}

/** Open purges first, then the latest others, each with its progress. */
export async function listPurges(db: Db, limit: number): Promise<RetentionPurgeOut[]> {
  const found = await listLatestPurges(db, limit);
  return Promise.all(found.map((purge) => purgeOut(db, purge)));
}

async function insertPurgeWithSteps(
  db: Db,
  purge: Omit<Parameters<typeof insertPurge>[1], 'id'>,
  set: { request: RetentionPurgeRequest; counts: ReadonlyMap<string, bigint> },
): Promise<string | null> {
  const id = newUuid();
  if (!(await insertPurge(db, { ...purge, id }))) return null;
  const cutoffs = await cutoffsOf(db, set.request.categories, purge.asOf);
  for (const [position, { category, cutoff }] of cutoffs.entries()) {
    const rowsExpected = set.counts.get(category) ?? null;
    await insertPurgeStep(db, { purgeId: id, position, category, cutoff, rowsExpected });
  }
  return id;
}

async function previewedCounts(
  db: Db,
  request: RetentionPurgeRequest,
): Promise<ReadonlyMap<string, bigint>> {
  if (request.digest === undefined) return new Map();
  const { digest, categories } = await previewPurge(db, request);
  if (digest !== request.digest) {
    throw new GatewayError(
      'conflict',
      'What would be purged is not what the preview showed. Ask for another preview.',
      { param: 'digest' },
    );
  }
  return new Map(categories.map(({ category, rows }) => [category, BigInt(rows)]));
}

async function sameAgain(db: Db, known: PurgeRow, bodySha: Buffer): Promise<RetentionPurgeOut> {
  if (known.bodySha.equals(bodySha)) return purgeOut(db, known);
  throw new GatewayError(
    'idempotency_key_mismatch',
    'This Idempotency-Key was used for another purge. Use a new key.',
    { param: 'Idempotency-Key' },
  );
}

function bodyShaOf({ categories, as_of: asOf, digest }: RetentionPurgeRequest): Buffer {
  const moment = asOf === undefined ? null : new Date(asOf).toISOString();
  return sha([[...categories].sort(), moment, digest ?? null]);
}

function sha(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest();
}

async function getPurge(db: Db, id: string): Promise<PurgeRow> {
  const found = await findPurgeById(db, id);
  if (found === null) throw new Error(`purge ${id} is gone`);
  return found;
}

async function purgeOut(db: Db, purge: PurgeRow): Promise<RetentionPurgeOut> {
  const steps = await listPurgeSteps(db, purge.id);
  const id = encodeId('prg', purge.id);
  return {
    id,
    object: 'retention_purge',
    status: purge.state,
    status_url: `/api/platform/retention-purge/${id}`,
    origin: purge.scope === SCHEDULE ? 'schedule' : 'administrator',
    as_of: purge.asOf.toISOString(),
    created_at: purge.createdAt.toISOString(),
    started_at: purge.startedAt?.toISOString() ?? null,
    finished_at: purge.finishedAt?.toISOString() ?? null,
    failure: purge.failure,
    categories: steps.map(stepOut),
  };
}

function stepOut(step: PurgeStepRow): RetentionPurgeOut['categories'][number] {
  return {
    category: step.category,
    cutoff: step.cutoff.toISOString(),
    rows_expected: step.rowsExpected?.toString() ?? null,
    rows_purged: step.rowsPurged.toString(),
    batches: step.batches,
    finished_at: step.finishedAt?.toISOString() ?? null,
  };
}
