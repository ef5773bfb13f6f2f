import type { ReactElement } from 'react';
import type { OperationOut } from '@tollgate/contract/operations';
import { texts } from '../shared/texts/users.ts';
import { Badge } from '../shared/ui/badge.tsx';

const TONES = { queued: 'plain', running: 'warn', done: 'good', failed: 'bad' } as const;

/** The state of an operation, with the status of its response once there is one. */
export function OperationState({
  of: { state, status },
}: {
  of: Pick<OperationOut, 'state' | 'status'>;
}): ReactElement {
  return (
    <Badge tone={TONES[state]}>
      {status} {texts.operations.states[state]}
    </Badge>
  );
}
