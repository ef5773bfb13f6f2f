import type { ContractDraft } from '@tollgate/contract/request-contract';
import { NONE } from '../contract/contract.ts';
import { secondDraft, WHISPER_RULES } from '../contract/transcription-rules.ts';
import { transcriptionContract } from '../openai/transcription-lines.ts';
import { bareName } from './image-contract.ts';

const WHISPER = /(?:^|[/_-])whisper(?:[/_.-]|\d|$)/iu;
/**
 * Lines that do not translate: "whisper-large-v3-turbo ... Translation Support No", and the
 * distilled English one, of https://console.groq.com/docs/speech-to-text, read on 2026-11-28.
 */
const SPOKEN_ONLY = /turbo|distil/iu;

/**
 * What a model that transcribes accepts over `/audio/transcriptions`; null for other names. Those
 * of OpenAI are billed as there wherever they are served, Whisper of public weights by the second.
 */
export function compatibleTranscriptionContract(model: string): ContractDraft | null {
  const known = transcriptionContract(bareName(model));
  if (known !== null) return known;
  if (!WHISPER.test(model)) return null;
  const translation = SPOKEN_ONLY.test(model) ? NONE : WHISPER_RULES.translation;
  return secondDraft('assumed', { ...WHISPER_RULES, translation });
}
