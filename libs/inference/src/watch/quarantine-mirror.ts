import { readFile, rename } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import {
  addPutBack,
  findPutBack,
  keepMirror,
  MIRRORED_MAX,
  touchMirror,
} from '@tollgate/requests/quarantine/quarantine-mirror.queries';
import type { MirroredDecision } from '@tollgate/requests/quarantine/quarantine-mirror.queries';
import { isUuid, newUuid } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { latestQuarantined, markOfQuarantine } from '../spool/quarantine.ts';
import type { Quarantined } from '../spool/quarantine.ts';
import { appendDurably } from '../spool/spool-files.ts';
import type { OwnSpool } from '../spool/spool.ts';

/** The file that says which spool this is, also to the process after this one. */
const ID_FILE = 'spool-id';
const REASON_CHARACTERS_MAX = 500;

/** The spool whose quarantine is mirrored. */
export interface MirroredSpool {
  db: Knex;
  /** The folder of the spool. */
  directory: string;
  spool: Pick<OwnSpool, 'quarantined' | 'beginPutBack' | 'putBackSome'>;
  /** The name of the service. */
  service: string;
  logger: Logger;
}

/**
 * Mirrors a quarantine in the database and puts back what an administrator wants put back. The
 * files stay the truth: the mirror is written from them, and what is put back is sent to billing by
 * the spool, under the keys that it has always had.
 * @returns one look. Rejects when the database or the disk refuses; the next look does what was
 *   left.
 */
export function createQuarantineMirror(mirrored: MirroredSpool): () => Promise<void> {
  const { db, directory, spool } = mirrored;
  let id: string | null | undefined;
  let shown: { mark: string; total: number } | null = null;
  let begun: string | null = null;
  /** Put back, and not noted yet. */
  let unnoted = 0;

  async function putBackStep(spoolId: string): Promise<void> {
    const asked = await findPutBack(db, spoolId);
    if (asked === null) return;
    if (asked !== begun) await spool.beginPutBack();
    begun = asked;
    const { count, isDone } = await spool.putBackSome();
    unnoted += count;
    await addPutBack(db, { spoolId, count: unnoted, isDone });
    unnoted = 0;
    mirrored.logger.info({ count, isDone }, 'decisions of the quarantine were put back');
  }

  async function show(spoolId: string): Promise<void> {
    const now = { mark: await markOfQuarantine(directory), total: spool.quarantined() };
    const isNew = shown?.mark !== now.mark || shown.total !== now.total;
    if (!isNew && (await touchMirror(db, spoolId))) return;
    shown = null;
    const latest = (await latestQuarantined(directory, MIRRORED_MAX)).map(mirroredDecision);
    const { service } = mirrored;
    const mirror = { spoolId, service, host: hostname(), total: now.total, latest };
    await transaction(db, (trx) => keepMirror(trx, mirror));
    shown = now;
  }

  return async () => {
    id ??= await readId(directory);
    // Nearly always: there is nothing, and it was said that there is nothing.
    if (spool.quarantined() === 0 && (id === null || shown?.total === 0)) return;
    id ??= await giveId(directory);
    await putBackStep(id);
    await show(id);
  };
}

/** Looks in intervals. @returns stops that */
export function mirrorQuarantine(mirrored: MirroredSpool & { timers: Timers }): () => void {
  const { timers, logger } = mirrored;
  return poll({
    everyMs: timers.healthLook,
    look: createQuarantineMirror(mirrored),
    failed: (error) => logger.warn({ error }, 'the quarantine could not be mirrored'),
  }).stop;
}

async function readId(directory: string): Promise<string | null> {
  try {
    const text = (await readFile(join(directory, ID_FILE), 'utf8')).trim();
    return isUuid(text) ? text : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function giveId(directory: string): Promise<string> {
  const id = newUuid();
  const path = join(directory, ID_FILE);
  await appendDurably(`${path}.${id}.tmp`, `${id}\n`);
  await rename(`${path}.${id}.tmp`, path);
  return id;
}

/** A file may contain anything; what cannot be shown is left out. */
function mirroredDecision({ at, reason, decision }: Quarantined): MirroredDecision {
  const item: { op_id?: unknown; attempt?: unknown; user_id?: unknown } = decision?.item ?? {};
  return {
    at: Number.isNaN(Date.parse(at)) ? null : at,
    kind: decision?.kind ?? null,
    reason: reason.slice(0, REASON_CHARACTERS_MAX).toWellFormed().replaceAll('\0', ''),
    opId: isUuid(item.op_id) ? item.op_id : null,
    attempt: Number.isSafeInteger(item.attempt) ? Number(item.attempt) : null,
    userId: isUuid(item.user_id) ? item.user_id : null,
  };
}
