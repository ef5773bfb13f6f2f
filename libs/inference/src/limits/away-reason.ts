import { StoreIsLate } from './patience.ts';

/** Why the shared store of limits does not count. */
export const AWAY_REASONS = ['late', 'connection', 'refused_command', 'other'] as const;
/** One of {@link AWAY_REASONS}. */
export type AwayReason = (typeof AWAY_REASONS)[number];

/** With which words Redis says why it refuses a command. */
export const REDIS_WORDS = [
  'OOM',
  'NOPERM',
  'READONLY',
  'CROSSSLOT',
  'NOAUTH',
  'WRONGPASS',
  'LOADING',
  'MISCONF',
  'CLUSTERDOWN',
  'MOVED',
  'ASK',
  'NOREPLICAS',
  'MASTERDOWN',
  'NOSCRIPT',
  'BUSY',
  'ERR',
] as const;
/**
 * How Redis begins an error of its own, as in `OOM command not allowed …`; scripts of old versions
 * have a dash in front.
 */
const OF_REDIS = new RegExp(`(?:^|[\\s-])(${REDIS_WORDS.join('|')})\\s`, 'u');
/** The error of a script that runs a command which its user may not run. */
const OF_RIGHTS = /can't run this command/u;
const OF_CONNECTION =
  /ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|Connection is closed|Stream isn't writeable|max retries/iu;

/** What kept the store from counting, and the word that Redis gave for it. */
export function awayReason(error: unknown): { reason: AwayReason; word: string | null } {
  if (error instanceof StoreIsLate) return { reason: 'late', word: null };
  const message = error instanceof Error ? error.message : String(error);
  if (OF_CONNECTION.test(message)) return { reason: 'connection', word: null };
  const word = OF_RIGHTS.test(message) ? 'NOPERM' : (OF_REDIS.exec(message)?.[1] ?? null);
  return { reason: word === null ? 'other' : 'refused_command', word };
}
