import type { ReactElement } from 'react';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import { texts } from '../shared/texts/platform.ts';
import { Badge } from '../shared/ui/badge.tsx';

const labels = texts.models;

type Offered = Pick<PlatformModelOut, 'routable' | 'unroutable_reason'>;

/** Whether a model can be called, or why it cannot. */
export function ModelOffered({
  of: { routable, unroutable_reason: reason },
}: {
  of: Offered;
}): ReactElement {
  if (routable || reason === null) return <Badge tone="good">{labels.yes}</Badge>;
  return <Badge tone="warn">{labels.reasons[reason]}</Badge>;
}
