import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** Stores a link, which replaces any earlier one of the user. */
export async function putPasswordLink(
  db: Db,
  link: { userId: string; digest: Buffer; lifeSeconds: number },
): Promise<Date> {
  const put = await row<{ expiresAt: Date }>(
    db,
    `insert into identity.password_link (user_id, digest, expires_at)
     values (:userId, :digest, now() + :lifeSeconds * interval '1 second')
     on conflict (user_id) do update set
       digest = excluded.digest, created_at = now(), expires_at = excluded.expires_at
     returning expires_at as "expiresAt"`,
    link,
  );
  if (put === null) throw new TypeError('a link was not written');
  return put.expiresAt;
}

/** Forgets links that have ended. */
export async function deleteEndedLinks(db: Db): Promise<void> {
  await rows(db, 'delete from identity.password_link where expires_at <= now()');
}

const GOOD = `digest = :digest and expires_at > now()
  and exists (select from identity.user_account u where u.id = user_id and u.status = 'active')`;

/** Whether a link is good: made, not ended, not used, and of a user who may sign in. */
export async function isLinkGood(db: Db, digest: Buffer): Promise<boolean> {
  const found = await row(db, `select 1 from identity.password_link where ${GOOD}`, { digest });
  return found !== null;
}

/** Uses a good link up; of several at once one gets the user. */
export async function takeLink(db: Db, digest: Buffer): Promise<string | null> {
  const taken = await row<{ userId: string }>(
    db,
    `delete from identity.password_link where ${GOOD} returning user_id as "userId"`,
    { digest },
  );
  return taken?.userId ?? null;
}
