import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, between, NONE, oneOf } from './contract.ts';
import type { TranscriptionRules } from './contract.ts';

/** What Whisper reads of a text and of a prompt, in tokens: its decoder holds no more. */
const WHISPER_TOKENS = 448;

/**
 * What `whisper-1` takes (`TranscriptionCreateParams` of the npm package openai 7.55, read on
 * 2026-11-28). It does not stream: OpenAI ignores `stream`, and here it is refused.
 */
export const WHISPER_RULES: TranscriptionRules = {
  language: ANY,
  prompt: ANY,
  response_format: oneOf('json', 'text', 'srt', 'verbose_json', 'vtt'),
  temperature: between(0, 1),
  timestamp_granularities: oneOf('word', 'segment'),
  include: NONE,
  chunking_strategy: NONE,
  stream: oneOf(false),
  known_speaker_names: NONE,
  known_speaker_references: NONE,
  translation: ANY,
};

/** The draft of a model that is billed by the second of audio. */
export function secondDraft(
  source: ContractDraft['source'],
  parameters: TranscriptionRules,
): ContractDraft {
  return {
    source,
    capability: 'transcription',
    parameters,
    limits: { context_tokens: WHISPER_TOKENS },
    dimensions: ['second'],
  };
}
