import type { Logger } from '@tollgate/runtime/logger';
import { awayReason } from './away-reason.ts';

/** Between two lines of the log about one trouble with one reason, in milliseconds. */
const LOG_EVERY_MS = 60_000;

/** Logs a trouble with Redis unless it was logged just now; gives whether it was. */
export type ReportTrouble = (error: unknown, text: string, more?: object) => boolean;

/**
 * Logs troubles with Redis, one line a minute for each text and reason: a Redis that is full
 * refuses every command.
 */
export function reportsTrouble(logger: Pick<Logger, 'warn'>): ReportTrouble {
  const loggedMs = new Map<string, number>();
  return (error, text, more = {}) => {
    const { reason, word } = awayReason(error);
    const name = word ?? reason;
    const key = `${name} ${text}`;
    const nowMs = performance.now();
    const before = loggedMs.get(key);
    if (before !== undefined && nowMs - before < LOG_EVERY_MS) return false;
    loggedMs.set(key, nowMs);
    logger.warn({ ...more, error, reason: name }, text);
    return true;
  };
}
