import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { TranscriptRates } from '../adapter/transcription-wire.ts';
import { ANY, between, NONE, oneOf } from '../contract/contract.ts';
import type { TranscriptionRules } from '../contract/contract.ts';
import { WHISPER_RULES } from '../contract/transcription-rules.ts';
import { lineOf } from '../wire/gemini/lines.ts';
import type { Thinking } from '../wire/gemini/lines.ts';

/** Models that write audio down and do nothing else; those of the Live interface are no HTTP. */
const TRANSCRIBES = /^gemini-3\.5-transcribe(?:-preview)?$/u;
/** Lines of chat models of which Google documents that they take audio. */
const TAKES_AUDIO = /^gemini-(?:2\.[05]|3(?:\.\d+)?|flash|pro)-/u;

/**
 * "Gemini represents each second of audio as 32 tokens" of
 * https://ai.google.dev/gemini-api/docs/audio, read on 2026-11-29. Later models count 25
 * (docs.cloud.google.com, and 138 tokens for 5.5 seconds by discuss.ai.google.dev/t/179937), so
 * that this is the most.
 */
const AUDIO_TOKENS_PER_SECOND = 32;
/** Seconds of audio whose tokens fit into the context of 1,048,576; documented are 9.5 hours. */
const CHAT_AUDIO_SECONDS = 32_000;
/**
 * "Audio (up to 1 hour)" of https://ai.google.dev/gemini-api/docs/models/gemini-3.5-transcribe,
 * read on 2026-11-29.
 */
const AUDIO_SECONDS = 3_600;
/** Tokens that a model at its lowest level may think, which our ceiling leaves room for. */
const THINKING_TOKENS = 4_096;
/** Tokens of marks around a text. */
const MARK_TOKENS = 256;

/** What none of Google's models gives exactly is refused by its name. */
const RULES: TranscriptionRules = {
  ...WHISPER_RULES,
  prompt: NONE,
  response_format: oneOf('json', 'text'),
  temperature: NONE,
  timestamp_granularities: NONE,
  stream: ANY,
  translation: NONE,
};
/** Chat models get the task in words. */
const CHAT_RULES: TranscriptionRules = {
  ...RULES,
  prompt: ANY,
  temperature: between(0, 1),
  translation: ANY,
};

/** Whether a model writes audio down, and does nothing else. */
export function isTranscriber(model: string): boolean {
  return TRANSCRIBES.test(model);
}

/** What a model that writes audio down accepts; null for other names. */
export function transcriptionContract(model: string): ContractDraft | null {
  if (!isTranscriber(model)) return null;
  return {
    source: 'published',
    capability: 'transcription',
    parameters: RULES,
    // Its limits in tokens are not published: an approval names them.
    limits: { audio_seconds: AUDIO_SECONDS },
    dimensions: ['input', 'audio_input', 'output'],
  };
}

/** What the routes for audio take of a chat model; undefined for one that takes none. */
export function audioTermsOf(model: string): ContractDraft['transcription'] {
  if (!TAKES_AUDIO.test(model) || lineOf(model)?.isAssumed === true) return undefined;
  return { parameters: CHAT_RULES, audio_seconds: CHAT_AUDIO_SECONDS };
}

/** How a model counts audio and the text of it. */
export function transcriptRates(model: string): TranscriptRates {
  const thinking = lineOf(model)?.thinking;
  const spare = MARK_TOKENS + (thinking === undefined ? 0 : thinkingTokens(thinking));
  // Nothing says that models which transcribe alone take a ceiling.
  return { audioPerSecond: AUDIO_TOKENS_PER_SECOND, spare, isBounded: !isTranscriber(model) };
}

/** The least thinking of a model on the wire; undefined where it does not think. */
export function leastThinking(model: string): Record<string, unknown> | undefined {
  const thinking = lineOf(model)?.thinking;
  if (thinking === undefined) return undefined;
  return thinking.kind === 'budget'
    ? { thinkingBudget: leastBudget(thinking) }
    : { thinkingLevel: thinking.levels[0] };
}

function thinkingTokens(thinking: Thinking): number {
  return thinking.kind === 'budget' ? leastBudget(thinking) : THINKING_TOKENS;
}

function leastBudget({ tokens, least }: Thinking & { kind: 'budget' }): number {
  return tokens['none'] ?? least;
}
