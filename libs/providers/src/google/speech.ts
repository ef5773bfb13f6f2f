import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { Endpoint } from '../adapter/adapter.ts';
import type {
  SpeechCall,
  SpeechEvents,
  SpeechMapper,
  SpeechPiece,
} from '../adapter/speech-wire.ts';
import { asList, asObject, asText, isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { SAMPLES_PER_SECOND, wavHeader } from '../wav.ts';
import { failureInReply } from '../wire/gemini/errors.ts';
import { isFiltered } from '../wire/gemini/finish.ts';
import { usageFromWire } from '../wire/gemini/usage.ts';
import { toFailure } from '../wire/failures.ts';
import { modelPath } from './paths.ts';
import { takesDirections } from './speech-lines.ts';

/** Samples of 16 bits, little-endian, one channel: `audio/L16;codec=pcm;rate=24000`. */
const SAMPLES = /^audio\/(?:l16|pcm)\b/iu;
const RATE = /\brate=(\d{4,6})\b/iu;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/u;
/**
 * About 25 a second, as resellers of these models say (docs.empiriolabs.ai, read on 2026-11-28).
 * Counts of the provider decide; this is for answers that bring none.
 */
const TOKENS_PER_MINUTE = 1_500;

/**
 * Speech over `streamGenerateContent` with `responseModalities: ["AUDIO"]`. By the typings of
 * `@google/genai` 2.32 (`SpeechConfig`, `VoiceConfig`, `SpeechMetadata`) and
 * https://ai.google.dev/gemini-api/docs/speech-generation, read on 2026-11-28; no recording is at
 * hand.
 */
export const geminiSpeech: SpeechMapper = {
  path: (endpoint) => `${modelPath(endpoint)}:streamGenerateContent?alt=sse`,
  toWire: wireBody,
  events: createEvents,
  usualFormat: 'wav',
  tokensPerMinute: TOKENS_PER_MINUTE,
};

function wireBody({ input, terms }: SpeechCall, { upstreamModel }: Endpoint): JsonObject {
  const { voice, instructions } = terms;
  const voiceConfig = takesDirections(upstreamModel)
    ? { voice }
    : { prebuiltVoiceConfig: { voiceName: voice } };
  const direction = instructions === undefined ? {} : { speechMetadata: { style: instructions } };
  return {
    contents: [{ role: 'user', parts: [{ text: input, ...direction }] }],
    generationConfig: { responseModalities: ['AUDIO'], speechConfig: { voiceConfig } },
  };
}

function createEvents({ terms }: SpeechCall): SpeechEvents {
  let isDone = false;
  let hasBegun = false;
  const audioOf = (part: JsonObject): SpeechPiece[] => {
    const { mimeType, data } = asObject(part['inlineData']);
    if (data === undefined) return [];
    const bytes = samplesIn(mimeType, data);
    const isFirst = !hasBegun;
    hasBegun = true;
    if (!isFirst || terms.responseFormat === 'pcm') return [{ kind: 'audio', bytes }];
    return [
      { kind: 'audio', bytes: wavHeader(null, rateIn(mimeType)) },
      { kind: 'audio', bytes },
    ];
  };
  return {
    isDone: () => isDone,
    read(data) {
      const event = parseJson(data);
      if (!isObject(event)) throw new MalformedReply('an event is no JSON object');
      if (isObject(event['error'])) throw new ProviderError(failureInReply(event));
      const [candidate] = asList(event['candidates']).map(asObject);
      const reason = asText(candidate?.['finishReason']);
      const blocked = asText(asObject(event['promptFeedback'])['blockReason']);
      if (blocked !== undefined || (reason !== undefined && isFiltered(reason))) {
        const text = 'The provider kept the speech back, because of what the text says.';
        throw new ProviderError(toFailure('rejected', { status: 200, text }));
      }
      const parts = asList(asObject(candidate?.['content'])['parts']).map(asObject);
      const audio = parts.flatMap(audioOf);
      isDone ||= reason !== undefined;
      // Earlier events count what they have brought so far, which is not what is billed.
      return isDone ? [...audio, ...usageIn(event['usageMetadata'])] : audio;
    },
  };
}

function samplesIn(mimeType: unknown, data: unknown): Buffer {
  if (typeof mimeType !== 'string' || !SAMPLES.test(mimeType)) {
    throw new MalformedReply('the audio is of a type that is not documented');
  }
  if (typeof data !== 'string' || !BASE64.test(data)) {
    throw new MalformedReply('an event holds no audio in base64');
  }
  return Buffer.from(data, 'base64');
}

function rateIn(mimeType: unknown): number {
  return Number(RATE.exec(String(mimeType))?.[1] ?? SAMPLES_PER_SECOND);
}

function usageIn(report: unknown): SpeechPiece[] {
  const { usage, suspect } = usageFromWire(report);
  const doubts: SpeechPiece[] = suspect === undefined ? [] : [{ kind: 'suspect', reason: suspect }];
  if (usage === null) return doubts;
  const input = usage.input + usage.cache_read;
  const output = usage.output + usage.reasoning;
  return [{ kind: 'usage', usage: { input, output } }, ...doubts];
}
