import type { BackupStore } from '@tollgate/db/backup/store';

/** A backup in a store, or what was begun of one. */
export interface FoundBackup {
  /** The moment that it shows, to the second: `2026-11-25T02-30-00Z`. */
  name: string;
  /** Whether its manifest is there. */
  isWhole: boolean;
}

/** A store whose backups can be listed and removed. */
export interface ListableStore extends BackupStore {
  /** Every backup whose name is a moment; nothing else that lies there is looked at. */
  list(): Promise<FoundBackup[]>;
  /** Removes a backup or what was begun of one, its manifest first. */
  remove(backup: FoundBackup): Promise<void>;
}

/** The names that backups get by themselves. */
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/u;

const DAY_MS = 86_400_000;
/** What was begun so long ago is not worked on any more. */
const LEFT_MS = DAY_MS;

const momentOf = (name: string): number => Date.parse(name.replace(/T(\d\d)-(\d\d)-/u, 'T$1:$2:'));

/** Gives the newest whole backup; null where there is none. */
export async function findNewest(store: ListableStore): Promise<FoundBackup | null> {
  return wholeOnes(await store.list())[0] ?? null;
}

/** Newest first. */
function wholeOnes(found: readonly FoundBackup[]): FoundBackup[] {
  return found
    .filter(({ isWhole }) => isWhole)
    .toSorted((one, other) => momentOf(other.name) - momentOf(one.name));
}

/**
 * How many whole backups are kept whatever their age (at least one), and for how many days each is
 * kept.
 */
export interface KeepRule {
  keep: number;
  keepDays: number;
}

/**
 * Removes the backups that the rule does not keep, and those that were begun more than a day ago
 * and never became whole.
 * @param nowMs by the clock that gave the backups their names
 * @returns what was removed, and what lies there still
 */
export async function removeOld(
  store: ListableStore,
  { keep, keepDays }: KeepRule,
  nowMs: number,
): Promise<{ removed: FoundBackup[]; kept: FoundBackup[] }> {
  const found = await store.list();
  const isYounger = (name: string, ms: number): boolean => nowMs - momentOf(name) <= ms;
  const old = wholeOnes(found)
    .slice(Math.max(1, keep))
    .filter(({ name }) => !isYounger(name, keepDays * DAY_MS));
  const left = found.filter(({ name, isWhole }) => !isWhole && !isYounger(name, LEFT_MS));
  const removed = [...left, ...old];
  for (const backup of removed) await store.remove(backup);
  return { removed, kept: found.filter((one) => !removed.includes(one)) };
}
