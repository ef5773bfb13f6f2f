import { useSyncExternalStore } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { texts } from '../shared/texts/users.ts';

const HOUR_MS = 3_600_000;
/** A key that is about to end is not used any more. */
const MARGIN_MS = 60_000;

type Mode = 'live' | 'test';
interface OwnKey {
  secret: string;
  until: number;
}

const keys = new Map<Mode, OwnKey>();
const made = new Map<Mode, Promise<string>>();
/** Called when there is another key. */
const watchers = new Set<() => void>();

const isUsable = (key: OwnKey | undefined): key is OwnKey =>
  key !== undefined && key.until - MARGIN_MS > Date.now();

/** The console's own key, for an hour; its secret is in the memory of this page only. */
export async function ownKey(mode: Mode): Promise<string> {
  const key = keys.get(mode);
  if (isUsable(key)) return key.secret;
  const making = made.get(mode) ?? makeKey(mode).finally(() => made.delete(mode));
  made.set(mode, making);
  return making;
}

async function makeKey(mode: Mode): Promise<string> {
  const until = Date.now() + HOUR_MS;
  const body = {
    name: texts.playground.keyName,
    mode,
    expires_at: new Date(until).toISOString(),
  };
  const { secret } = await dataOf(users.POST('/api/keys', { body }));
  keys.set(mode, { secret, until });
  for (const changed of watchers) changed();
  return secret;
}

/** Whether the page has a key already. Looking at something is no reason to make one. */
export const useHasOwnKey = (mode: Mode): boolean =>
  useSyncExternalStore(
    (changed) => {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
    () => isUsable(keys.get(mode)),
  );
