import type { ContractDraft } from '@tollgate/contract/request-contract';
import { SPEECH_CHARACTERS_MAX } from '@tollgate/contract/speech';
import { NONE } from '../contract/contract.ts';
import { characterDraft, OPENAI_SPEECH_RULES } from '../contract/speech-rules.ts';

/** Models that are billed by the character: "tts-1 $15 / 1M characters", tts-1-hd $30. */
const BY_CHARACTER = /^tts-1(?:-hd)?(?:-\d{4})?$/u;
/** Models that are billed by tokens: of the text, and of the audio. */
const BY_TOKENS = /^gpt-4o-mini-tts(?:-\d{4}-\d{2}-\d{2})?$/u;
/**
 * "The maximum number of input tokens is 2000":
 * https://platform.openai.com/docs/models/gpt-4o-mini-tts, as the page of the model has it. Nobody
 * has written down how many tokens of audio an answer has at most: an approval says it.
 */
const INPUT_TOKENS_MAX = 2_000;

/** Whether OpenAI calls a model so that bills speech by tokens. */
export function isTokenSpeech(model: string): boolean {
  return BY_TOKENS.test(model);
}

/** What one of OpenAI's models that read aloud accepts; null for other names. */
export function speechContract(model: string): ContractDraft | null {
  if (BY_CHARACTER.test(model)) {
    return characterDraft('published', { ...OPENAI_SPEECH_RULES, instructions: NONE });
  }
  if (!isTokenSpeech(model)) return null;
  return {
    source: 'published',
    capability: 'speech',
    parameters: OPENAI_SPEECH_RULES,
    limits: { context_tokens: INPUT_TOKENS_MAX, characters: SPEECH_CHARACTERS_MAX },
    dimensions: ['input', 'output'],
  };
}
