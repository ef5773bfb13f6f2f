import { noteSession } from './session.ts';

const UNAUTHENTICATED = 401;
/**
 * One name for all tabs: a secret that two tabs exchange at the same time would end the session.
 */
const LOCK = 'tollgate-refresh';

interface RenewingOptions {
  /** Where cookies are exchanged for new ones. */
  refreshPath?: string;
  /** Addresses at which 401 says something else than that the session has ended. */
  isAboutPasswords: (path: string) => boolean;
}

/** A `fetch` that renews the cookies when an answer is 401, once, and asks again. */
export function renewingFetch(options: RenewingOptions): (request: Request) => Promise<Response> {
  const { refreshPath, isAboutPasswords } = options;
  return async (request) => {
    const again = request.clone();
    const first = await fetch(request);
    if (first.status !== UNAUTHENTICATED || isAboutPasswords(new URL(request.url).pathname)) {
      return first;
    }
    const renewed =
      refreshPath === undefined
        ? first
        : await navigator.locks.request(LOCK, () => renewAndAsk(again, refreshPath));
    if (renewed.status === UNAUTHENTICATED) noteSession('ended');
    return renewed;
  };
}

/** Another tab may have renewed the cookies while this one waited for the lock. */
async function renewAndAsk(request: Request, refreshPath: string): Promise<Response> {
  const once = request.clone();
  const now = await fetch(request);
  if (now.status !== UNAUTHENTICATED) return now;
  const renewed = await fetch(refreshPath, { method: 'POST' });
  return renewed.ok ? fetch(once) : now;
}
