import { createHash } from 'node:crypto';
import type { PlatformRole } from '@tollgate/contract/platform/roles';
import { recordChange } from '@tollgate/db/changes';
import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import {
  endSessionsOfAdministrator,
  findAdministratorById,
  insertAdministratorSession,
  lockAdministrators,
} from './administrator.queries.ts';
import type { Administrator } from './administrator.queries.ts';
import {
  deletePastSignIns,
  findAdministratorOfSubject,
  insertAdministratorOfSubject,
  insertUsedSignIn,
  updateAdministratorOfSubject,
} from './oidc-sign-in.queries.ts';
import { storedOrigin } from './sessions.ts';
import type { LoginOrigin } from './sessions.ts';

const SHOWN_CHARACTERS_MAX = 254;
const NAME_CHARACTERS_MAX = 200;

/** Somebody for whom an OpenID provider answers. */
export interface ProvenSubject {
  issuer: string;
  subject: string;
  /** What people know that one by, such as an address; it need not be unique, and opens nothing. */
  shownAs: string;
  name: string;
  /** What the groups have; null without a role. */
  role: PlatformRole | null;
}

/** The outcome of a sign-in through a provider. */
export type SubjectSignIn =
  | {
      outcome: 'ok';
      administrator: Administrator;
      sessionId: string;
      /** The role of the last time; null for who is here for the first time. */
      roleBefore: PlatformRole | null;
    }
  | { outcome: 'no_role' | 'disabled'; administratorId: string | null };

/**
 * Uses a sign-in up.
 * @param state what names the sign-in
 * @param lifeSeconds how long the state could be good at most
 * @returns false when the sign-in was used before
 */
export function useSignIn(db: Knex, state: string, lifeSeconds: number): Promise<boolean> {
  const digest = createHash('sha256').update(state).digest();
  return transaction(db, async (trx) => {
    await deletePastSignIns(trx);
    return (await insertUsedSignIn(trx, { digest, lifeSeconds })) !== null;
  });
}

/**
 * Starts a session for a subject, who is an administrator of its own whatever address it has: never
 * one that is local. Role and name are taken again. Who has no role any more loses open sessions.
 * Commit the transaction whatever the outcome.
 */
export async function signInSubject(
  trx: Knex.Transaction,
  proven: ProvenSubject,
  session: { origin: LoginOrigin; lifeSeconds: number },
): Promise<SubjectSignIn> {
  await lockAdministrators(trx);
  const found = await findAdministratorOfSubject(trx, proven);
  const { role } = proven;
  if (role === null) {
    if (found !== null) await endSessionsOfAdministrator(trx, found.id);
    return { outcome: 'no_role', administratorId: found?.id ?? null };
  }
  if (found?.status === 'disabled') return { outcome: 'disabled', administratorId: found.id };
  const id = await writeSubject(trx, { ...proven, role }, found?.id ?? null);
  const sessionId = newUuid();
  await insertAdministratorSession(trx, {
    id: sessionId,
    administratorId: id,
    ...storedOrigin(session.origin),
    lifeSeconds: session.lifeSeconds,
  });
  const administrator = await findAdministratorById(trx, id);
  if (administrator === null) throw new Error('an administrator that was just written is gone');
  return { outcome: 'ok', administrator, sessionId, roleBefore: found?.role ?? null };
}

/** Makes the administrator of a subject, or writes what the provider says now; gives the uuid. */
async function writeSubject(
  trx: Knex.Transaction,
  proven: ProvenSubject & { role: PlatformRole },
  known: string | null,
): Promise<string> {
  const id = known ?? newUuid();
  const { issuer, subject, role } = proven;
  const reported = { id, role, ...storable(proven) };
  if (known === null) await insertAdministratorOfSubject(trx, { ...reported, issuer, subject });
  else await updateAdministratorOfSubject(trx, reported);
  await recordChange(trx, 'administrator', id);
  return id;
}

/** One line without control characters; the subject replaces an empty text. */
function storable({ shownAs, name, subject }: ProvenSubject): { shownAs: string; name: string } {
  const plain = (text: string, charactersMax: number): string =>
    text
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, charactersMax)
      .toWellFormed();
  const shown = plain(shownAs, SHOWN_CHARACTERS_MAX) || plain(subject, SHOWN_CHARACTERS_MAX) || '?';
  return {
    shownAs: shown,
    name: plain(name, NAME_CHARACTERS_MAX) || shown.slice(0, NAME_CHARACTERS_MAX),
  };
}
