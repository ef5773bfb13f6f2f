import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { User } from './user.queries.ts';

/** Why a session is over. */
export type SessionEnd =
  | 'logout'
  | 'revoked'
  | 'reuse'
  | 'password_changed'
  | 'status_changed'
  | 'replaced';

/** One login on one device. */
export interface Session {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** A session with its user, as a guard needs it. */
export interface LiveSession extends User {
  sessionId: string;
  /** Not noted as used for a while. */
  isStale: boolean;
}

/** How often the use of a session is written down at most. */
const TOUCH_INTERVAL = '1 minute';
const ROTATABLE = 's.ended_at is null and s.expires_at > now()';
const LIVE = `${ROTATABLE} and u.status = 'active'`;
const LIVE_COLUMNS = `u.id, u.email, u.name, u.status, u.limits, u.max_output_tokens as "maxOutputTokens",
  u.quota_zone as "quotaZone", u.quota_change as "quotaChange",
  u.created_at as "createdAt", u.last_seen_at as "lastSeenAt",
  u.password_changed_at as "passwordChangedAt", s.id as "sessionId",
  s.last_used_at < now() - interval '${TOUCH_INTERVAL}' as "isStale"`;

/** Writes a session and the digest of its first secret. */
export async function insertSession(
  db: Db,
  session: {
    id: string;
    userId: string;
    digest: Buffer;
    userAgent: string | null;
    address: string | null;
    lifeSeconds: number;
  },
): Promise<void> {
  await rows(
    db,
    `with made as (
       insert into identity.session (id, user_id, user_agent, address, expires_at)
       values (:id, :userId, :userAgent, :address, now() + make_interval(secs => :lifeSeconds))
       returning id
     )
     insert into identity.session_secret (digest, session_id) select :digest, id from made`,
    session,
  );
}

/** The live session of an access token. */
export function findLiveSession(
  db: Db,
  by: { sessionId: string; userId: string },
): Promise<LiveSession | null> {
  return row<LiveSession>(
    db,
    `select ${LIVE_COLUMNS}
     from identity.session s join identity.user_account u on u.id = s.user_id
     where s.id = :sessionId and u.id = :userId and ${LIVE}`,
    by,
  );
}

/** The live session of a refresh secret that has not been rotated. */
export function findLiveSessionByDigest(db: Db, digest: Buffer): Promise<LiveSession | null> {
  return row<LiveSession>(
    db,
    `select ${LIVE_COLUMNS}
     from identity.session_secret x
     join identity.session s on s.id = x.session_id
     join identity.user_account u on u.id = s.user_id
     where x.digest = :digest and x.rotated_at is null and ${LIVE}`,
    { digest },
  );
}

/**
 * A refresh secret and its session, locked: of two parallel refreshes the second sees what the
 * first did.
 */
export function lockSessionByDigest(
  db: Db,
  digest: Buffer,
): Promise<{ sessionId: string; userId: string; isRotated: boolean; isOpen: boolean } | null> {
  return row(
    db,
    `select s.id as "sessionId", s.user_id as "userId", x.rotated_at is not null as "isRotated",
       ${ROTATABLE} as "isOpen"
     from identity.session_secret x join identity.session s on s.id = x.session_id
     where x.digest = :digest
     for update`,
    { digest },
  );
}

/** Marks one secret as exchanged and writes its successor. */
export async function rotateSecret(
  db: Db,
  secret: { sessionId: string; oldDigest: Buffer; newDigest: Buffer },
): Promise<void> {
  await rows(
    db,
    'update identity.session_secret set rotated_at = now() where digest = :oldDigest',
    { oldDigest: secret.oldDigest },
  );
  await rows(
    db,
    'insert into identity.session_secret (digest, session_id) values (:newDigest, :sessionId)',
    { newDigest: secret.newDigest, sessionId: secret.sessionId },
  );
}

/** Notes that the user was here. */
export async function touchUser(db: Db, userId: string): Promise<void> {
  await rows(db, 'update identity.user_account set last_seen_at = now() where id = :userId', {
    userId,
  });
}

/** Notes that a session and its user were here, once an interval at most. */
export async function touchSession(
  db: Db,
  by: { sessionId: string; userId: string },
): Promise<void> {
  await rows(
    db,
    `with used as (
       update identity.session set last_used_at = now()
       where id = :sessionId and last_used_at < now() - interval '${TOUCH_INTERVAL}'
     )
     update identity.user_account set last_seen_at = now() where id = :userId`,
    by,
  );
}

/** Open sessions of a user, newest first. */
export function listOpenSessions(
  db: Db,
  page: { userId: string; limit: number },
): Promise<Session[]> {
  return rows<Session>(
    db,
    `select s.id, s.user_agent as "userAgent", s.address, s.created_at as "createdAt",
       s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt"
     from identity.session s
     where s.user_id = :userId and ${ROTATABLE}
     order by s.created_at desc, s.id desc limit :limit`,
    page,
  );
}

/** Null when the user has no such open session. */
export function endOneSession(
  db: Db,
  end: { sessionId: string; userId: string; reason: SessionEnd },
): Promise<{ id: string } | null> {
  return row(
    db,
    `update identity.session s set ended_at = now(), end_reason = :reason
     where s.id = :sessionId and s.user_id = :userId and ${ROTATABLE}
     returning s.id`,
    end,
  );
}

/** Ends the session that a secret belongs to, exchanged or not. */
export async function endSessionByDigest(
  db: Db,
  end: { digest: Buffer; reason: SessionEnd },
): Promise<void> {
  await rows(
    db,
    `update identity.session s set ended_at = now(), end_reason = :reason
     from identity.session_secret x
     where x.digest = :digest and x.session_id = s.id and s.ended_at is null`,
    end,
  );
}

/** Ends the open sessions of a user but one; gives how many. */
export async function endSessionsBeside(
  db: Db,
  end: { userId: string; sessionId: string; reason: SessionEnd },
): Promise<number> {
  const ended = await rows(
    db,
    `update identity.session set ended_at = now(), end_reason = :reason
     where user_id = :userId and id <> :sessionId and ended_at is null
     returning id`,
    end,
  );
  return ended.length;
}

/** Ends every open session of a user. */
export async function endSessionsOfUser(
  db: Db,
  end: { userId: string; reason: SessionEnd },
): Promise<void> {
  await rows(
    db,
    `update identity.session set ended_at = now(), end_reason = :reason
     where user_id = :userId and ended_at is null`,
    end,
  );
}

/** Ends the oldest sessions beyond a user's share. */
export async function endOldestSessions(
  db: Db,
  by: { userId: string; keep: number },
): Promise<void> {
  await rows(
    db,
    `update identity.session set ended_at = now(), end_reason = 'replaced'
     where id in (
       select id from identity.session
       where user_id = :userId and ended_at is null
       order by created_at desc, id desc offset :keep)`,
    by,
  );
}
