import type { ReactElement } from 'react';
import { asFailure } from '../api/failure.ts';
import { common } from '../texts/common.ts';
import { Button } from './button.tsx';
import { useWording } from './faults.tsx';

/** What went wrong, under which code and request id, and what to do next. */
export function ErrorNote({
  error,
  retry,
}: {
  error: unknown;
  retry?: (() => void) | undefined;
}): ReactElement {
  const failure = asFailure(error);
  const { code, requestId, remedy } = failure;
  // Who has mistyped needs no support, and so nothing to name to it.
  const isTyped = code === 'validation';
  const message = useWording(failure);
  return (
    <div role="alert" className="rounded-lg border border-bad bg-bad-soft p-4 text-sm">
      <p className="font-medium break-words text-bad">
        <bdi>{message}</bdi>
      </p>
      <p className="mt-1">{remedy}</p>
      {!isTyped && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3 text-dim">
          <dt>{common.code}</dt>
          <dd className="font-mono">{code}</dd>
          {requestId !== null && (
            <>
              <dt>{common.requestId}</dt>
              <dd className="font-mono break-all">{requestId}</dd>
            </>
          )}
        </dl>
      )}
      {retry !== undefined && (
        <Button className="mt-3" onClick={retry}>
          {common.retry}
        </Button>
      )}
    </div>
  );
}
