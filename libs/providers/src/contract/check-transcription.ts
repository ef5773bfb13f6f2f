import type { RequestContract } from '@tollgate/contract/request-contract';
import type { Refusal } from '../adapter/refusal.ts';
import type { TranscriptionCall } from '../adapter/transcription-wire.ts';
import { checkTerms } from './check-contract.ts';

type Value = string | number | boolean | null;

/** Checks audio to be written down against the contract; null where nothing is refused. */
export function checkTranscription(
  contract: RequestContract,
  { task, terms, isStream }: TranscriptionCall,
): Refusal | null {
  if (task === 'translate' && contract.parameters['translation']?.supported !== true) {
    return {
      param: 'model',
      message: 'This model does not translate. Use /v1/audio/transcriptions, or another model.',
    };
  }
  const given: readonly (readonly [string, Value | undefined])[] = [
    ['language', terms.language],
    ['prompt', terms.prompt],
    ['response_format', terms.responseFormat],
    ['temperature', terms.temperature],
    ['include', terms.include?.[0]],
    ['chunking_strategy', terms.chunking === undefined ? undefined : null],
    ['stream', isStream ? true : undefined],
    ['known_speaker_names', terms.speakerNames === undefined ? undefined : null],
    ['known_speaker_references', terms.speakerReferences === undefined ? undefined : null],
  ];
  const values = new Map(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
  return checkGranularities(contract, terms) ?? checkTerms(contract, values);
}

/** Each item is judged; they stand in `verbose_json` alone. */
function checkGranularities(
  contract: RequestContract,
  { granularities = [], responseFormat }: TranscriptionCall['terms'],
): Refusal | null {
  for (const one of granularities) {
    const refusal = checkTerms(contract, new Map([['timestamp_granularities', one]]));
    if (refusal !== null) return refusal;
  }
  if (granularities.length === 0 || responseFormat === 'verbose_json') return null;
  return {
    param: 'timestamp_granularities',
    message: 'timestamp_granularities needs response_format verbose_json.',
  };
}
