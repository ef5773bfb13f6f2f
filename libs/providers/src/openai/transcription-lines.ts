import type { ContractDraft } from '@tollgate/contract/request-contract';
import { ANY, NONE, oneOf } from '../contract/contract.ts';
import { secondDraft, WHISPER_RULES } from '../contract/transcription-rules.ts';

const BY_SECOND = /^whisper-1$/u;
/** Models that are billed by tokens: of the prompt, of the audio, and of the text. */
const BY_TOKENS =
  /^gpt-4o-(?<line>transcribe|mini-transcribe|transcribe-diarize)(?:-\d{4}-\d{2}-\d{2})?$/u;
/**
 * "16,000 context window", "2,000 max output tokens":
 * https://platform.openai.com/docs/models/gpt-4o-transcribe, read on 2026-11-28.
 */
const CONTEXT_TOKENS = 16_000;
const OUTPUT_TOKENS = 2_000;
/**
 * "audio duration ... is longer than 1500 seconds which is the maximum for this model", in words of
 * the interface itself; 1400 of the line that distinguishes speakers.
 */
const AUDIO_SECONDS = { transcribe: 1_500, diarize: 1_400 } as const;

/** Parameters beside the audio, as `TranscriptionCreateParams` of openai 7.55 has them. */
const TOKEN_RULES = {
  ...WHISPER_RULES,
  response_format: oneOf('json'),
  timestamp_granularities: NONE,
  include: oneOf('logprobs'),
  chunking_strategy: ANY,
  stream: ANY,
  translation: NONE,
};
const DIARIZE_RULES = {
  ...TOKEN_RULES,
  response_format: oneOf('json', 'text', 'diarized_json'),
  prompt: NONE,
  include: NONE,
  known_speaker_names: ANY,
  known_speaker_references: ANY,
};

/** Whether OpenAI calls a model so that bills transcriptions by tokens. */
export function isTokenTranscription(model: string): boolean {
  return BY_TOKENS.test(model);
}

/** What one of OpenAI's models that transcribe accepts; null for other names. */
export function transcriptionContract(model: string): ContractDraft | null {
  if (BY_SECOND.test(model)) return secondDraft('published', WHISPER_RULES);
  const { line } = BY_TOKENS.exec(model)?.groups ?? {};
  if (line === undefined) return null;
  const diarizes = line === 'transcribe-diarize';
  return {
    source: 'published',
    capability: 'transcription',
    parameters: diarizes ? DIARIZE_RULES : TOKEN_RULES,
    limits: {
      context_tokens: CONTEXT_TOKENS,
      output_tokens: OUTPUT_TOKENS,
      audio_seconds: AUDIO_SECONDS[diarizes ? 'diarize' : 'transcribe'],
    },
    dimensions: ['input', 'audio_input', 'output'],
  };
}
