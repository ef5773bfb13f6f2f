import { findModel } from '@tollgate/catalog/model.queries';
import { findCredential } from '@tollgate/catalog/credential.queries';
import type { Knex } from '@tollgate/db/connect';
import { encodeId } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { OPERATORS } from '@tollgate/webhooks/owner';
import { raiseAlarm } from '@tollgate/webhooks/publish';
import type { CredentialPool, TroubledCredential } from '../credentials/credential-pool.ts';
import type { Spool } from '../spool/spool.ts';

/** Credentials that one look reports. */
const CREDENTIALS_MAX = 50;
const MS_PER_SECOND = 1_000;

/** The subjects of the watch, and the database for the troubles. */
export interface TroubleWatch {
  db: Knex;
  pool: Pick<CredentialPool, 'troubled'>;
  spool: Pick<Spool, 'isHealthy' | 'quarantined' | 'oldestSeconds'>;
  /** The name of the service. */
  service: string;
  timers: Timers;
  logger: Logger;
}

type SpoolReason = 'stuck' | 'refused' | 'unwritable';

/**
 * Notifies operators of credentials that are left alone and of a spool that waits: beside the
 * calls, never in them.
 * @returns ends it
 */
export function watchTroubles(watch: TroubleWatch): () => void {
  const looks = poll({
    everyMs: watch.timers.webhookLook,
    look: () => lookAtTroubles(watch),
    failed: (error) => watch.logger.warn({ error }, 'troubles could not be reported'),
  });
  return looks.stop;
}

/** One look: every trouble that is there is noted, and reported when it is new. */
export async function lookAtTroubles(watch: TroubleWatch): Promise<void> {
  for (const one of watch.pool.troubled().slice(0, CREDENTIALS_MAX)) {
    await reportCredential(watch, one);
  }
  for (const reason of spoolTroubles(watch)) await reportSpool(watch, reason);
}

function spoolTroubles({ spool, timers }: TroubleWatch): SpoolReason[] {
  return [
    ...(spool.oldestSeconds() * MS_PER_SECOND > timers.spoolStuck ? ['stuck' as const] : []),
    ...(spool.quarantined() > 0 ? ['refused' as const] : []),
    ...(spool.isHealthy() ? [] : ['unwritable' as const]),
  ];
}

async function reportCredential(
  { db, timers }: TroubleWatch,
  { id, modelId, reason }: TroubledCredential,
): Promise<void> {
  const credential = await findCredential(db, id);
  const found = modelId === null ? null : await findModel(db, modelId);
  if (credential === null || (modelId !== null && found === null)) return;
  const { provider, name } = credential;
  const model = found?.publicId ?? null;
  const data = { id: encodeId('cred', id), provider, name, model, reason };
  const event = { ownerId: OPERATORS, type: 'credential.paused' as const, at: new Date(), data };
  const subject = modelId === null ? id : `${id} ${modelId}`;
  await raiseAlarm(db, { subject, event, quietMs: timers.alarmQuiet });
}

async function reportSpool(
  { db, service, timers }: TroubleWatch,
  reason: SpoolReason,
): Promise<void> {
  const data = { service, reason };
  const event = { ownerId: OPERATORS, type: 'spool.alarm' as const, at: new Date(), data };
  await raiseAlarm(db, { subject: `${service} ${reason}`, event, quietMs: timers.alarmQuiet });
}
