import type { AuditAction } from '@tollgate/audit/actions';
import { recordAuditEvent } from '@tollgate/audit/audit-events';
import type { AuditTargetKind } from '@tollgate/audit/audit-events';
import type { Knex } from '@tollgate/db/connect';
import type { User } from '@tollgate/identity/users';
import type { RouteContext } from '@tollgate/http/route';

/** Something that a user has done. */
export interface UserEvent {
  /** `<noun>.<verb>`. */
  action: AuditAction;
  user: Pick<User, 'id' | 'email'>;
  /** The uuid of the object of the action; the user when absent. */
  target?: { kind: AuditTargetKind; id: string };
  /** Facts for people, never a secret. */
  details?: Readonly<Record<string, unknown>>;
}

type Whence = Pick<RouteContext<unknown>, 'requestId' | 'address'>;

/** Leaves an event of a user in the transaction of what the user did. */
export function noteEvent(trx: Knex.Transaction, whence: Whence, event: UserEvent): Promise<void> {
  const { id, email } = event.user;
  return recordAuditEvent(trx, {
    actor: { kind: 'user', id, label: email },
    action: event.action,
    target: event.target ?? { kind: 'user', id },
    userId: id,
    requestId: whence.requestId,
    address: whence.address,
    details: event.details ?? {},
  });
}

/**
 * Leaves an event of an attempt to log in that was refused: by a stranger, for all that is known.
 */
export function noteLoginFailure(
  trx: Knex.Transaction,
  whence: Whence,
  attempt: { email: string; userId: string | null; reason: 'wrong' | 'suspended' },
): Promise<void> {
  return recordAuditEvent(trx, {
    actor: { kind: 'user', id: null, label: attempt.email },
    action: 'login.failure',
    target: { kind: 'user', id: attempt.userId },
    userId: attempt.userId,
    requestId: whence.requestId,
    address: whence.address,
    details: { reason: attempt.reason },
  });
}

/** Leaves an event of a refresh secret that came back after it was exchanged. */
export function noteSessionReuse(
  trx: Knex.Transaction,
  whence: Whence,
  session: { userId: string; sessionId: string },
): Promise<void> {
  return recordAuditEvent(trx, {
    actor: { kind: 'system', id: null, label: 'session guard' },
    action: 'session.reuse',
    target: { kind: 'session', id: session.sessionId },
    userId: session.userId,
    requestId: whence.requestId,
    address: whence.address,
  });
}
