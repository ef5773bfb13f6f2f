import { useEffect } from 'react';
import type { UserModelOut } from '@tollgate/contract/user-models';
import { useConversation } from './playground-run.ts';
import type { Running } from './playground-run.ts';

/** A model of the playground, and what is said with it. */
export interface Side {
  model: UserModelOut;
  conversation: Running;
}

/**
 * The models that are called with each message, one or two. What was said with the second one ends
 * with the comparison, and what it still says is stopped, since nobody sees it any more.
 */
export function useSides(model: UserModelOut, beside: UserModelOut | undefined): Side[] {
  const one = useConversation('turns');
  const two = useConversation('turns-beside');
  const { stop, clear } = two;
  const isCompared = beside !== undefined;
  useEffect(() => {
    if (isCompared) return;
    stop();
    clear();
  }, [isCompared]); // oxlint-disable-line react-hooks/exhaustive-deps -- the others are new at each render
  const first = { model, conversation: one };
  return beside === undefined ? [first] : [first, { model: beside, conversation: two }];
}
