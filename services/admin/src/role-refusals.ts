import { recordAuditEvent } from '@tollgate/audit/audit-events';
import { createReportSeldom } from '@tollgate/audit/report-seldom';
import type { RouteDefinition } from '@tollgate/contract/route';
import { transaction } from '@tollgate/db/connect';
import type { AdministratorCaller } from '@tollgate/identity/administrator-sessions';
import { labelOf } from './caller-label.ts';
import type { AdminDeps } from './deps.ts';

/**
 * A refusal of the same route for the same session is recorded again after so many milliseconds: a
 * program that tries on fills no trail.
 */
const TELL_AGAIN_MS = 60_000;
/** Refusals that a process remembers. */
const REFUSALS_MAX = 10_000;

const reported = createReportSeldom(TELL_AGAIN_MS, REFUSALS_MAX);

interface Refusal {
  caller: AdministratorCaller;
  route: RouteDefinition & { auth: 'platform' };
  requestId: string;
  address: string;
}

/**
 * Leaves in the trail that a role had no right to a route, once a minute for each route and
 * session.
 */
export async function noteRefusal(
  { db }: Pick<AdminDeps, 'db'>,
  { caller, route, requestId, address }: Refusal,
): Promise<void> {
  const { administrator, sessionId } = caller;
  const { id, role } = administrator;
  const key = `${sessionId} ${route.method} ${route.path}`;
  if (!reported.may(key)) return;
  try {
    await transaction(db, (trx) =>
      recordAuditEvent(trx, {
        actor: { kind: 'administrator', id, label: labelOf(caller) },
        action: 'administrator.role_refusal',
        target: { kind: 'administrator', id },
        requestId,
        address,
        details: { role, needs: route.needs, method: route.method, path: route.path },
      }),
    );
  } catch (error) {
    reported.takeBack(key);
    throw error;
  }
}
