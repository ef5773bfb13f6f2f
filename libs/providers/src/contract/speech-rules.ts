import type { ContractDraft } from '@tollgate/contract/request-contract';
import { SPEECH_CHARACTERS_MAX } from '@tollgate/contract/speech';
import { ANY, between, oneOf } from './contract.ts';
import type { SpeechRules } from './contract.ts';

/** What OpenAI's route takes: every voice, of which the provider has the last word. */
export const OPENAI_SPEECH_RULES: SpeechRules = {
  voice: ANY,
  instructions: ANY,
  response_format: oneOf('mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'),
  speed: between(0.25, 4),
  // Every model has both: bytes become events here, and events bytes.
  stream_format: oneOf('audio', 'sse'),
};

/**
 * The draft of a model that is billed by the characters of the text. No text of so many characters
 * has more tokens than four for each.
 */
export function characterDraft(
  source: ContractDraft['source'],
  parameters: SpeechRules,
): ContractDraft {
  return {
    source,
    capability: 'speech',
    parameters,
    limits: { context_tokens: 4 * SPEECH_CHARACTERS_MAX, characters: SPEECH_CHARACTERS_MAX },
    dimensions: ['character'],
  };
}
