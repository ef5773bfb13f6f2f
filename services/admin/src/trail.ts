import type { AuditAction } from '@tollgate/audit/actions';
import { recordAuditEvent } from '@tollgate/audit/audit-events';
import type { AuditActor, AuditEvent } from '@tollgate/audit/audit-events';
import { changeTransaction } from '@tollgate/db/changes';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { keepConfigurationLease } from '@tollgate/identity/configuration-leases';
import { decodeId } from '@tollgate/runtime/ids';
import { labelOf } from './caller-label.ts';
import type { AdminContext, AdminDeps } from './deps.ts';

/** What an event says besides who, from where and in which request. */
export type AdminEvent = Pick<AuditEvent, 'action' | 'target' | 'userId' | 'details'>;

/** Leaves an event in the transaction of the change. */
export type Note = (event: AdminEvent) => Promise<void>;

/**
 * Makes a change and leaves its event, both or neither; then wakes the replicas that cache what was
 * changed. A change of a leased route that names a lease of the configuration is made only while
 * that lease is held.
 */
export function change<Result>(
  deps: Pick<AdminDeps, 'db' | 'redis'>,
  context: AdminContext,
  work: (trx: Knex.Transaction, note: Note) => Promise<Result>,
): Promise<Result> {
  return changeTransaction(deps, async (trx) => {
    await keepLease(trx, context);
    return work(trx, noteIn(trx, context));
  });
}

async function keepLease(trx: Knex.Transaction, context: AdminContext): Promise<void> {
  const { lease } = context;
  if (lease === undefined) return;
  const id = decodeId('cfl', lease);
  await keepConfigurationLease(trx, { id, administratorId: context.caller.administrator.id });
}

/**
 * Leaves the event of an export before its first line: who takes data along is known, also when the
 * download breaks off.
 */
export async function noteExport(
  deps: Pick<AdminDeps, 'db'>,
  context: AdminContext,
  { action, query }: { action: Extract<AuditAction, `${string}.export`>; query: object },
): Promise<void> {
  const target = { kind: 'installation', id: null } as const;
  await transaction(deps.db, (trx) =>
    noteIn(trx, context)({ action, target, details: { ...query } }),
  );
}

/** What leaves events of this request in a transaction. */
export function noteIn(trx: Knex.Transaction, context: AdminContext): Note {
  return (event) => recordAuditEvent(trx, withContext(context, event));
}

/** The whole event of an administrator's request. */
export function withContext<Event extends AdminEvent>(
  context: AdminContext,
  event: Event,
): Event & AuditEvent {
  return {
    ...event,
    actor: actorOf(context),
    requestId: context.requestId,
    address: context.address,
  };
}

function actorOf(context: AdminContext): AuditActor {
  const { caller } = context;
  return { kind: 'administrator', id: caller.administrator.id, label: labelOf(caller) };
}
