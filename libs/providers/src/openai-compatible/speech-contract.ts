import type { ContractDraft } from '@tollgate/contract/request-contract';
import { NONE } from '../contract/contract.ts';
import type { SpeechRules } from '../contract/contract.ts';
import { characterDraft, OPENAI_SPEECH_RULES } from '../contract/speech-rules.ts';
import { speechContract } from '../openai/speech-lines.ts';
import { bareName } from './image-contract.ts';

/**
 * Names of models that read aloud, wherever they are served: lines of makers, and what models of
 * public weights call themselves.
 */
const SPEECH_NAMES =
  /(?:^|[/_-])(?:tts|orpheus|kokoro|playai|parler|chatterbox|cosyvoice|fish-speech|xtts|bark|dia-\d|sonic-\d|eleven|melotts|speecht5|piper)(?:[/_.-]|\d|$)/iu;

/** Few models of others take instructions: an approval admits them. */
const RULES: SpeechRules = { ...OPENAI_SPEECH_RULES, instructions: NONE };

/**
 * What a model that reads aloud accepts over `/audio/speech`; null for other names. Those of OpenAI
 * are billed as there wherever they are served, all others by the character, as at Groq and most
 * others. An approval narrows voices, formats and the length of the text.
 */
export function compatibleSpeechContract(model: string): ContractDraft | null {
  const known = speechContract(bareName(model));
  if (known !== null) return known;
  return SPEECH_NAMES.test(model) ? characterDraft('assumed', RULES) : null;
}
