import type { ReactElement } from 'react';
import { dropDownload, stopDownload, useDownloads } from '../downloads.ts';
import type { Download } from '../downloads.ts';
import { common } from '../texts/common.ts';
import { bytesText, count } from '../times.ts';
import { Button } from './button.tsx';
import { ErrorNote } from './error-note.tsx';

const labels = common.downloads;

/** Shows the downloads in progress, on every page. */
export function DownloadTray(): ReactElement | null {
  const list = useDownloads();
  if (list.length === 0) return null;
  return (
    <section
      aria-label={labels.title}
      className="fixed right-4 bottom-4 z-10 max-h-[60dvh] w-[min(24rem,calc(100vw-2rem))] space-y-3 overflow-y-auto rounded-lg border border-line bg-card p-4 shadow-lg"
    >
      <h2 className="text-sm font-semibold">{labels.title}</h2>
      <ul className="space-y-3">
        {list.map((one) => (
          <li key={one.id} className="space-y-1 text-sm">
            <Line of={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Line({ of: one }: { of: Download }): ReactElement {
  const { id, name, state, bytes, lines, total, leftOut, error } = one;
  const size = total === null ? bytesText(bytes) : labels.of(bytesText(bytes), bytesText(total));
  return (
    <>
      <p className="flex items-start justify-between gap-2">
        <code className="min-w-0 break-all">{name}</code>
        {state === 'running' ? (
          <Button onClick={() => stopDownload(id)} aria-label={`${common.cancel}: ${name}`}>
            {common.cancel}
          </Button>
        ) : (
          <Button onClick={() => dropDownload(id)} aria-label={`${common.close}: ${name}`}>
            {common.close}
          </Button>
        )}
      </p>
      {total !== null && state === 'running' && (
        <progress
          className="h-2 w-full accent-accent"
          value={bytes}
          max={total}
          aria-label={name}
        />
      )}
      <p className="text-dim tabular-nums" role={state === 'running' ? undefined : 'status'}>
        {labels.states[state]} {size}
        {lines !== null && ` · ${labels.lines(count(lines))}`}
      </p>
      {leftOut !== undefined && <p className="text-dim">{leftOut}</p>}
      {state === 'failed' && <ErrorNote error={error} />}
    </>
  );
}
