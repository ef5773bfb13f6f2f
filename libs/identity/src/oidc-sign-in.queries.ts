import type { PlatformRole } from '@tollgate/contract/platform/roles';
import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { ADMINISTRATOR_COLUMNS } from './administrator.queries.ts';
import type { Administrator } from './administrator.queries.ts';

/** Past sign-ins that one sign-in clears away at most. */
const CLEARED_MAX = 100;

/** Null when the sign-in was used before. */
export function insertUsedSignIn(
  db: Db,
  used: { digest: Buffer; lifeSeconds: number },
): Promise<{ digest: Buffer } | null> {
  return row(
    db,
    `insert into identity.used_sign_in (digest, expires_at)
     values (:digest, now() + make_interval(secs => :lifeSeconds))
     on conflict do nothing returning digest`,
    used,
  );
}

/** Forgets sign-ins that have ended by themselves. */
export async function deletePastSignIns(db: Db): Promise<void> {
  await rows(
    db,
    `delete from identity.used_sign_in where digest in (
       select digest from identity.used_sign_in where expires_at < now()
       order by expires_at limit ${CLEARED_MAX})`,
  );
}

/** The administrator for whom a provider answers. */
export function findAdministratorOfSubject(
  db: Db,
  by: { issuer: string; subject: string },
): Promise<Administrator | null> {
  return row<Administrator>(
    db,
    `select ${ADMINISTRATOR_COLUMNS} from identity.administrator
     where issuer = :issuer and subject = :subject`,
    by,
  );
}

interface SignInClaims {
  id: string;
  shownAs: string;
  name: string;
  role: PlatformRole;
}

/** The unique address of a local administrator is missing here: the id replaces it. */
export async function insertAdministratorOfSubject(
  db: Db,
  administrator: SignInClaims & { issuer: string; subject: string },
): Promise<void> {
  await rows(
    db,
    `insert into identity.administrator (id, email, name, role, issuer, subject, shown_as)
     values (:id, :id, :name, :role, :issuer, :subject, :shownAs)`,
    { ...administrator },
  );
}

/** What the provider says now. */
export async function updateAdministratorOfSubject(db: Db, reported: SignInClaims): Promise<void> {
  await rows(
    db,
    `update identity.administrator set name = :name, role = :role, shown_as = :shownAs
     where id = :id and issuer is not null`,
    { ...reported },
  );
}
