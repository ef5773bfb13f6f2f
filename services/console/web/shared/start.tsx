import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Failure } from './api/failure.ts';
import './styles.css';
import { startTheme } from './ui/theme.tsx';
import { startDensity } from './view-choice.tsx';

const STALE_MS = 10_000;
const RETRIES_MAX = 2;
const RELOADED = 'tollgate-reloaded-at';
const RELOAD_PAUSE_MS = 30_000;

/** Answers of the server that say no stay no; what did not come is asked for again. */
const retry = (failures: number, error: unknown): boolean =>
  failures < RETRIES_MAX &&
  (!(error instanceof Failure) || error.status === 0 || error.status === 503);

/** What the pages know of the server. */
const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: STALE_MS, retry, refetchOnWindowFocus: true } },
});

/**
 * After an upgrade the parts of an old page are gone: the page is loaded again, once. Where the
 * server cannot be reached, or serves the same build, the page stays with what was entered, and the
 * error with its button is shown.
 */
function reloadWhenStale(): void {
  globalThis.addEventListener('vite:preloadError', () => void reloadIfOther());
}

async function reloadIfOther(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < RELOAD_PAUSE_MS || !(await isOtherBuild())) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  globalThis.location.reload();
}

/** Whether the server has another build than this page; false where it does not answer. */
async function isOtherBuild(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const answer = await fetch(globalThis.location.href, { cache: 'no-store' }).catch(() => null);
  if (own == null || answer?.ok !== true) return false;
  return !(await answer.text()).includes(own);
}

/** Shows a console. */
export function start(app: ReactElement): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no place for the console');
  startTheme();
  startDensity();
  reloadWhenStale();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>{app}</QueryClientProvider>
    </StrictMode>,
  );
}
