import type { AuditAction } from '@tollgate/audit/actions';
import { recordAuditEvent } from '@tollgate/audit/audit-events';
import type { AuditEvent } from '@tollgate/audit/audit-events';
import type { SignInFault } from '@tollgate/contract/platform/sign-in';
import { changeTransaction } from '@tollgate/db/changes';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import type { RouteContext } from '@tollgate/http/route';
import { signInSubject } from '@tollgate/identity/oidc-accounts';
import type { ProvenSubject, SubjectSignIn } from '@tollgate/identity/oidc-accounts';
import type { AdminDeps } from '../deps.ts';
import { roleOfClaims } from './groups.ts';
import type { Claims } from './groups.ts';
import { SignInRefused } from './provider.ts';

const MS_PER_SECOND = 1_000;
/** The most characters of a text that strangers write into the trail. */
const TOLD_CHARACTERS_MAX = 200;

interface Entering {
  oidc: NonNullable<AdminDeps['oidc']>;
  claims: Claims & { sub: string };
  context: RouteContext<unknown>;
}

/**
 * Starts the session of whom the provider has proven, with its events: all or nothing.
 * @throws SignInRefused `no_role` or `disabled`
 */
export async function enter(
  deps: AdminDeps,
  { oidc, claims, context }: Entering,
): Promise<{ accessToken: string; lifeSeconds: number }> {
  const { settings } = oidc.provider;
  const proven: ProvenSubject = {
    issuer: settings.issuer,
    subject: claims.sub,
    shownAs: shownAs(claims),
    name: textOf(claims['name']) ?? shownAs(claims),
    role: roleOfClaims(claims, settings),
  };
  const lifeSeconds = settings.sessionSeconds;
  const { request, address } = context;
  const origin = { address, userAgent: request.headers['user-agent'] };
  const signedIn = await changeTransaction(deps, async (trx) => {
    const result = await signInSubject(trx, proven, { origin, lifeSeconds });
    await note(trx, context, { proven, result, lifeSeconds, now: deps.now() });
    return result;
  });
  if (signedIn.outcome !== 'ok') {
    throw new SignInRefused(signedIn.outcome, `${proven.subject} of ${proven.issuer}`, {
      isReported: true,
    });
  }
  const { administrator, sessionId } = signedIn;
  const accessToken = await deps.tokens.issue({ subject: administrator.id, sessionId });
  return { accessToken, lifeSeconds };
}

/** The address, where the provider does not say that nobody has proven it. */
function shownAs(claims: Entering['claims']): string {
  const email = claims['email_verified'] === false ? undefined : textOf(claims['email']);
  return email ?? textOf(claims['preferred_username']) ?? claims.sub;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

interface VerifiedSignIn {
  proven: ProvenSubject;
  result: SubjectSignIn;
  lifeSeconds: number;
  now: Date;
}

async function note(
  trx: Knex.Transaction,
  context: RouteContext<unknown>,
  { proven, result, lifeSeconds, now }: VerifiedSignIn,
): Promise<void> {
  const isIn = result.outcome === 'ok';
  const id = isIn ? result.administrator.id : result.administratorId;
  const label = isIn ? result.administrator.email : proven.shownAs;
  const { issuer, subject, role } = proven;
  const method = 'oidc';
  const report = (action: AuditAction, details: object): Promise<void> =>
    recordAuditEvent(trx, {
      ...from(context),
      actor: { kind: 'administrator', id, label },
      action,
      target: { kind: 'administrator', id },
      details: { method, issuer, subject, ...details },
    });
  if (!isIn) {
    await report('administrator.login_failure', { reason: result.outcome });
    return;
  }
  if (result.roleBefore === null) await report('administrator.create', { email: label, role });
  else if (result.roleBefore !== role) {
    await report('administrator.set_role', { email: label, from: result.roleBefore, to: role });
  }
  const ends = new Date(now.getTime() + lifeSeconds * MS_PER_SECOND);
  await report('administrator.login', { role, expires_at: ends.toISOString() });
}

const from = (context: RouteContext<unknown>): Pick<AuditEvent, 'requestId' | 'address'> => ({
  requestId: context.requestId,
  address: context.address,
});

/** Leaves in the trail that a sign-in of somebody whom nobody has proven came to nothing. */
export async function noteRefused(
  { db }: Pick<AdminDeps, 'db'>,
  { oidc, context }: Omit<Entering, 'claims'>,
  reason: SignInFault | 'unavailable',
): Promise<void> {
  const { issuer, name } = oidc.provider.settings;
  await transaction(db, (trx) =>
    recordAuditEvent(trx, {
      ...from(context),
      actor: { kind: 'administrator', id: null, label: `somebody by ${name}` },
      action: 'administrator.login_failure',
      target: { kind: 'administrator', id: null },
      details: { method: 'oidc', issuer: issuer.slice(0, TOLD_CHARACTERS_MAX), reason },
    }),
  );
}
