import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import type {
  SpeechCall,
  SpeechEvents,
  SpeechMapper,
  SpeechPiece,
} from '../../adapter/speech-wire.ts';
import { countOf } from '../../adapter/usage-reading.ts';
import { asObject, isObject, parseJson } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { errorIn, failureInReply } from '../chat-completions/errors.ts';

/** What a provider of this wire does differently. */
export interface SpeechDialect {
  /**
   * Whether a model is billed by tokens and counts them where it sends events, which is the only
   * place where OpenAI's interface has them. Such models are always asked for events, whatever our
   * caller gets.
   */
  reportsUsage: (endpoint: Endpoint) => boolean;
}

/** Base64 without anything else. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/u;
const DONE = '[DONE]';

/**
 * Speech over the wire of `POST /audio/speech`, as OpenAI documents it (`SpeechCreateParams` of the
 * npm package openai 7.55, and `SpeechAudioDeltaEvent` and `SpeechAudioDoneEvent` of its API
 * description, read on 2026-11-28; no recording of it is at hand).
 */
export function speechOverWire({ reportsUsage }: SpeechDialect): SpeechMapper {
  return {
    path: () => '/audio/speech',
    toWire: (call, endpoint) => ({
      ...wireBody(call, endpoint),
      ...(reportsUsage(endpoint) ? { stream_format: 'sse' } : {}),
    }),
    events: createEvents,
  };
}

function wireBody({ input, terms }: SpeechCall, { upstreamModel }: Endpoint): JsonObject {
  const fields: JsonObject = {
    model: upstreamModel,
    input,
    voice: terms.isCustom === true ? { id: terms.voice } : terms.voice,
    instructions: terms.instructions,
    response_format: terms.responseFormat,
    speed: terms.speed,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function createEvents(): SpeechEvents {
  let isDone = false;
  return {
    isDone: () => isDone,
    read(data) {
      if (data === DONE || isDone) return [];
      const event = parseJson(data);
      if (!isObject(event)) throw new MalformedReply('an event is no JSON object');
      const error = errorIn(event);
      if (error !== undefined) throw new ProviderError(failureInReply(error));
      if (event['type'] === 'speech.audio.delta') return [audioIn(event['audio'])];
      if (event['type'] !== 'speech.audio.done') return [];
      isDone = true;
      return usageIn(event['usage']);
    },
  };
}

function audioIn(audio: unknown): SpeechPiece {
  if (typeof audio !== 'string' || !BASE64.test(audio)) {
    throw new MalformedReply('an event holds no audio in base64');
  }
  return { kind: 'audio', bytes: Buffer.from(audio, 'base64') };
}

function usageIn(report: unknown): SpeechPiece[] {
  const { input_tokens: input, output_tokens: output } = asObject(report);
  const [read, made] = [countOf(input), countOf(output)];
  if (read === undefined && made === undefined) return [];
  if (!isCount(read) || !isCount(made)) return [{ kind: 'suspect', reason: 'unreadable' }];
  return [{ kind: 'usage', usage: { input: read, output: made } }];
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}
