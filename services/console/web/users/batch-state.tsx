import type { ReactElement } from 'react';
import type { UserBatch } from '@tollgate/contract/user-batches';
import { startDownload } from '../shared/downloads.ts';
import { partsOf } from '../shared/read-file.ts';
import { batches } from '../shared/texts/batches.ts';
import { bytesText, count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { ownKey } from './own-key.ts';

const labels = batches;
const TONES = {
  validating: 'plain',
  in_progress: 'warn',
  finalizing: 'warn',
  completed: 'good',
  failed: 'bad',
  expired: 'bad',
  cancelling: 'warn',
  cancelled: 'plain',
} as const;

/** The state of a batch. */
export function BatchState({ of: { state } }: { of: Pick<UserBatch, 'state'> }): ReactElement {
  return <Badge tone={TONES[state]}>{labels.states[state]}</Badge>;
}

/** How many lines of a batch are done, and how many have failed. */
export function BatchLines({
  of: { state, lines, done, failed },
}: {
  of: Pick<UserBatch, 'state' | 'lines' | 'done' | 'failed'>;
}): ReactElement {
  if (state === 'validating') return <span className="text-dim">{labels.checking}</span>;
  const parts = [labels.progress(count(done), count(lines))];
  if (failed > 0) parts.push(labels.notDone(count(failed)));
  return <>{parts.join(', ')}</>;
}

/** Downloads a file of a batch: the route takes a key and no cookie. */
export function BatchFile({
  of: { id, filename, bytes },
  mode,
}: {
  of: NonNullable<UserBatch['output_file']>;
  mode: UserBatch['mode'];
}): ReactElement {
  const ask = async (signal: AbortSignal): Promise<Response> => {
    const authorization = `Bearer ${await ownKey(mode)}`;
    const headers = { authorization };
    return fetch(`/v1/files/${id}/content`, { credentials: 'omit', signal, headers });
  };
  const fetchFile = (): void =>
    startDownload({
      name: filename,
      type: 'application/jsonl',
      isTable: false,
      total: bytes,
      read: (signal) => partsOf(ask(signal)),
    });
  return (
    <Button onClick={fetchFile} aria-label={labels.fetchNamed(filename)}>
      {labels.fetch} ({bytesText(bytes)})
    </Button>
  );
}
