import { createHash, randomBytes } from 'node:crypto';
import type { Db, Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import {
  endOldestSessions,
  endOneSession,
  endSessionByDigest,
  endSessionsBeside,
  endSessionsOfUser,
  findLiveSessionByDigest,
  insertSession,
  listOpenSessions,
  lockSessionByDigest,
  rotateSecret,
  touchUser,
} from './session.queries.ts';
import type { LiveSession, Session, SessionEnd } from './session.queries.ts';

/** How long a session lasts without a new login, in seconds. */
export const SESSION_SECONDS = 2_592_000;
/** The most open sessions of one user; a further login ends the oldest. */
export const SESSIONS_PER_USER_MAX = 100;
const SECRET_BYTES = 32;
const SECRET_PATTERN = /^[A-Za-z0-9_-]{43}$/;
const USER_AGENT_CHARACTERS_MAX = 400;
const ADDRESS_CHARACTERS_MAX = 100;

/** Where a login comes from, as it is shown in the list of sessions. */
export interface LoginOrigin {
  address: string;
  userAgent: string | undefined;
}

/** A session's id and the secret that renews it; the secret is kept nowhere else. */
export interface OpenedSession {
  sessionId: string;
  secret: string;
}

/**
 * The outcome of a refresh. `reused`: the secret had been rotated before, and the whole session is
 * over now.
 */
export type RotationResult =
  | { outcome: 'rotated'; userId: string; sessionId: string; secret: string }
  | { outcome: 'reused'; userId: string; sessionId: string }
  | { outcome: 'unknown' };

/**
 * Starts a session. A session that the same browser still held is ended, so that a planted cookie
 * survives no login.
 * @param previousSecret the refresh secret that came with the login, if any
 */
export async function startSession(
  trx: Knex.Transaction,
  userId: string,
  options: { origin: LoginOrigin; previousSecret?: string | undefined },
): Promise<OpenedSession> {
  const previous = digestOf(options.previousSecret);
  if (previous !== null) await endSessionByDigest(trx, { digest: previous, reason: 'replaced' });
  const opened = { sessionId: newUuid(), secret: newSecret() };
  await insertSession(trx, {
    id: opened.sessionId,
    userId,
    digest: sha256(opened.secret),
    ...storedOrigin(options.origin),
    lifeSeconds: SESSION_SECONDS,
  });
  await touchUser(trx, userId);
  await endOldestSessions(trx, { userId, keep: SESSIONS_PER_USER_MAX });
  return opened;
}

/**
 * Exchanges a refresh secret for a new one. A secret that was exchanged before means that somebody
 * holds a copy: the session ends for everybody. Commit the transaction whatever the outcome.
 */
export async function rotateSession(
  trx: Knex.Transaction,
  secret: string | undefined,
): Promise<RotationResult> {
  const oldDigest = digestOf(secret);
  const found = oldDigest === null ? null : await lockSessionByDigest(trx, oldDigest);
  if (oldDigest === null || found === null || !found.isOpen) return { outcome: 'unknown' };
  const { sessionId, userId } = found;
  if (found.isRotated) {
    await endOneSession(trx, { sessionId, userId, reason: 'reuse' });
    return { outcome: 'reused', userId, sessionId };
  }
  const renewed = newSecret();
  await rotateSecret(trx, { sessionId, oldDigest, newDigest: sha256(renewed) });
  return { outcome: 'rotated', userId, sessionId, secret: renewed };
}

/** The live session of a refresh secret; null for rotated, ended, expired and unknown ones. */
export async function findSessionBySecret(db: Db, secret: string): Promise<LiveSession | null> {
  const digest = digestOf(secret);
  return digest === null ? null : findLiveSessionByDigest(db, digest);
}

/** The open sessions of a user, newest first. */
export function listSessions(db: Db, userId: string): Promise<Session[]> {
  return listOpenSessions(db, { userId, limit: SESSIONS_PER_USER_MAX });
}

/** Ends one session of a user. False when the user has no such open session. */
export async function endSession(
  db: Db,
  end: { sessionId: string; userId: string; reason: SessionEnd },
): Promise<boolean> {
  return (await endOneSession(db, end)) !== null;
}

/** Ends every session of a user but the one that asks; gives how many. */
export function endOtherSessions(
  db: Db,
  keep: { userId: string; sessionId: string },
): Promise<number> {
  return endSessionsBeside(db, { ...keep, reason: 'revoked' });
}

/** Ends every session of a user. */
export function endAllSessions(db: Db, userId: string, reason: SessionEnd): Promise<void> {
  return endSessionsOfUser(db, { userId, reason });
}

/** The stored origin of a login. */
export function storedOrigin(origin: LoginOrigin): { address: string; userAgent: string | null } {
  return {
    address: origin.address.slice(0, ADDRESS_CHARACTERS_MAX),
    userAgent: origin.userAgent?.slice(0, USER_AGENT_CHARACTERS_MAX) ?? null,
  };
}

function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** The secret has 256 random bits, so a plain digest is as good as a slow one. */
function sha256(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function digestOf(secret: string | undefined): Buffer | null {
  return secret !== undefined && SECRET_PATTERN.test(secret) ? sha256(secret) : null;
}
