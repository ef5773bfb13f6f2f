import type { AuditAction } from './actions.ts';
import type { Knex, Db } from '@tollgate/db/connect';
import type { AuditEventOut } from '@tollgate/contract/platform/audit';
import { encodeId, newUuid } from '@tollgate/runtime/ids';
import type { IdPrefix } from '@tollgate/runtime/ids';
import {
  insertAuditEvent,
  isAuditEventKept,
  listAuditEventRows,
  listAuditEventRowsAfter,
} from './event.queries.ts';
import type { AuditEventFilter, AuditEventRow } from './event.queries.ts';

/** What an event can be about, and the prefix of its public ids. */
const TARGETS = {
  user: 'usr',
  administrator: 'adm',
  administrator_token: 'tok',
  session: 'ses',
  key: 'key',
  provider_credential: 'cred',
  model: 'mdl',
  model_alias: 'als',
  vector_store: 'vs',
  price_version: 'prc',
  credit_grant: 'grt',
  retention_policy: null,
  retention_purge: 'prg',
  video: 'vid',
  batch: 'batch',
  webhook: 'whk',
  reconciliation: 'rcn',
  spool: 'spl',
  installation: null,
} as const satisfies Record<string, IdPrefix | null>;

/** A kind of thing that events are about. */
export type AuditTargetKind = keyof typeof TARGETS;

/** Who did it. `label` is what people know them by, such as an e-mail address. */
export interface AuditActor {
  kind: 'user' | 'administrator' | 'system';
  /** The uuid; null for the system and for a stranger. */
  id: string | null;
  label: string;
}

/** Something that was changed, or an attempt worth keeping. */
export interface AuditEvent {
  actor: AuditActor;
  /** `<noun>.<verb>`, such as `credential.create`. */
  action: AuditAction;
  target: { kind: AuditTargetKind; id: string | null };
  /** The uuid of the user whom it concerns. */
  userId?: string | null;
  requestId?: string | null;
  address?: string | null;
  /** Facts for people; public ids and plain values, never a secret. */
  details?: Readonly<Record<string, unknown>>;
}

const LABEL_CHARACTERS_MAX = 300;
const ADDRESS_CHARACTERS_MAX = 200;

/**
 * Keeps an event in the transaction of the change itself: there is never one without the other. At
 * commit it joins the chain.
 */
export async function recordAuditEvent(trx: Knex.Transaction, event: AuditEvent): Promise<void> {
  await insertAuditEvent(trx, {
    id: newUuid(),
    actorKind: event.actor.kind,
    actorId: event.actor.id,
    actorLabel: event.actor.label.slice(0, LABEL_CHARACTERS_MAX),
    action: event.action,
    targetKind: event.target.kind,
    targetId: event.target.id,
    userId: event.userId ?? null,
    requestId: event.requestId ?? null,
    address: event.address?.slice(0, ADDRESS_CHARACTERS_MAX) ?? null,
    details: JSON.stringify(event.details ?? {}),
  });
}

/**
 * Keeps an event that may be reported again, such as after a lost answer: once for each action and
 * target, and, where its details name an `order`, once for each order of them.
 * @returns whether it was new
 */
export async function recordAuditEventOnce(
  trx: Knex.Transaction,
  event: AuditEvent & { target: { id: string }; details: { order?: string } },
): Promise<boolean> {
  const { action, target, details } = event;
  const order = details.order === undefined ? {} : { order: details.order };
  if (await isAuditEventKept(trx, { action, targetId: target.id, ...order })) return false;
  await recordAuditEvent(trx, event);
  return true;
}

/** Whether the trail has such an event. */
export function isInTrail(
  trx: Knex.Transaction,
  event: { action: string; targetId: string },
): Promise<boolean> {
  return isAuditEventKept(trx, event);
}

/** Events, newest first; `before` is the uuid of the last one of the page before. */
export function listAuditEvents(
  db: Db,
  page: AuditEventFilter & { before: string | null; limit: number },
): Promise<AuditEventRow[]> {
  return listAuditEventRows(db, page);
}

/** Rows of one page of an export. */
const EXPORT_PAGE_ROWS = 1_000;

/**
 * Every event above an index in the chain and up to another, in its order, a page at a time: memory
 * does not grow with the export.
 */
export async function* readAuditEvents(
  db: Db,
  filter: AuditEventFilter & { after: bigint; until: bigint },
): AsyncGenerator<AuditEventRow> {
  let { after } = filter;
  for (;;) {
    const page = await listAuditEventRowsAfter(db, { ...filter, after, limit: EXPORT_PAGE_ROWS });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || last.seq >= filter.until) return;
    after = last.seq;
  }
}

/** What the ids of an event are called today; null for what nothing is called by. */
export interface AuditLabels {
  /** The address of the user whom it concerns. */
  userEmail: string | null;
  target: string | null;
}

/** An event as administrators see it. */
export function auditEventOut(event: AuditEventRow, labels: AuditLabels): AuditEventOut {
  return {
    id: encodeId('aud', event.id),
    at: event.at.toISOString(),
    actor: {
      kind: event.actorKind,
      id: event.actorId === null ? null : encodeId(actorPrefix(event.actorKind), event.actorId),
      label: event.actorLabel,
    },
    action: event.action,
    target: { kind: event.targetKind, id: targetId(event), label: labels.target },
    user_id: event.userId === null ? null : encodeId('usr', event.userId),
    user_email: labels.userEmail,
    request_id: event.requestId,
    address: event.address,
    details: event.details,
    seq: event.seq.toString(),
    previous_hash: event.previousHash.toString('hex'),
    hash: event.hash.toString('hex'),
  };
}

function actorPrefix(kind: AuditActor['kind']): IdPrefix {
  return kind === 'user' ? 'usr' : 'adm';
}

function targetId(event: AuditEventRow): string | null {
  const kinds: Readonly<Record<string, IdPrefix | null>> = TARGETS;
  const prefix = kinds[event.targetKind] ?? null;
  if (event.targetId === null) return null;
  return prefix === null ? event.targetId : encodeId(prefix, event.targetId);
}
