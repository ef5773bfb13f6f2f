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

/** How often this page has tried to renew the cookies. */
let renewals = 0;

/** A `fetch` that renews the cookies when an answer is 401, once, and asks again. */
export function renewingFetch(options: RenewingOptions): (request: Request) => Promise<Response> {
  const { refreshPath, isAboutPasswords } = options;
  return async (request) => {
    const again = request.clone();
    const before = renewals;
    const first = await fetch(request);
    if (first.status !== UNAUTHENTICATED || isAboutPasswords(new URL(request.url).pathname)) {
      return first;
    }
    const renewed =
      refreshPath === undefined
        ? first
        : await navigator.locks.request(LOCK, async () => {
            const isRenewed = renewals !== before || (await renew(refreshPath));
            return isRenewed ? fetch(again) : first;
          });
    if (renewed.status === UNAUTHENTICATED) noteSession('ended');
    return renewed;
  };
}

/**
 * Exchanges the cookies that the browser has by now: those that another tab has just renewed are
 * exchanged once more, which costs less than to ask first wherever nobody is signed in.
 */
async function renew(refreshPath: string): Promise<boolean> {
  const { ok } = await fetch(refreshPath, { method: 'POST' });
  renewals += 1;
  return ok;
}
