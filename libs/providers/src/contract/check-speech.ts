import type { RequestContract } from '@tollgate/contract/request-contract';
import type { Refusal } from '../adapter/refusal.ts';
import type { SpeechTerms } from '../adapter/speech-wire.ts';
import { checkTerms } from './check-contract.ts';

/**
 * Checks a text to be read aloud against the contract; null where nothing is refused.
 * @param given.streamFormat as the request has it
 */
export function checkSpeechRequest(
  contract: RequestContract,
  { terms, streamFormat }: { terms: SpeechTerms; streamFormat: string | undefined },
): Refusal | null {
  const given = [
    ['voice', terms.voice],
    ['instructions', terms.instructions],
    ['response_format', terms.responseFormat],
    ['speed', terms.speed],
    ['stream_format', streamFormat],
  ] as const;
  const values = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return checkTerms(contract, new Map(values));
}
