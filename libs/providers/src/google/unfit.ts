import type { ChatRequest } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { Refusal } from '../refusal.ts';
import { refuseResultImages } from '../tool-results.ts';
import { wantsSignedCalls } from './contract.ts';

/** Why the provider would refuse a request although each of its parameters is allowed; null when it would not. */
export function unfit(request: ChatRequest, { upstreamModel }: Target): Refusal | null {
  // Generations whose calls are signed take results with images, the others do not.
  return wantsSignedCalls(upstreamModel) ? null : refuseResultImages(request);
}
