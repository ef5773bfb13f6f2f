import { MalformedReply, ProviderError } from '../../adapter/adapter.ts';
import type { Endpoint } from '../../adapter/adapter.ts';
import type {
  MappedTranscript,
  TranscriptEvents,
  TranscriptionCall,
  TranscriptionMapper,
  TranscriptPiece,
  TranscriptUsage,
} from '../../adapter/transcription-wire.ts';
import { countOf } from '../../adapter/usage-reading.ts';
import { asObject, isObject, parseJson } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { errorIn, failureInReply } from '../chat-completions/errors.ts';

/** What a provider of this wire does differently. */
export interface TranscriptionDialect {
  /** Whether a model is billed by tokens, which are in every reply of it. */
  billsTokens: (endpoint: Endpoint) => boolean;
}

const DONE = '[DONE]';
const DONE_EVENT = 'transcript.text.done';
const TEXT_EVENTS: Readonly<Record<string, string>> = {
  'transcript.text.delta': 'delta',
  'transcript.text.segment': 'text',
};
/** Members of a document beside its usage, by how they are checked. */
const TEXTS = ['task', 'language'] as const;
const LISTS = ['segments', 'words', 'logprobs'] as const;

/**
 * Transcriptions over the wire of `POST /audio/transcriptions` and `/audio/translations`, as OpenAI
 * documents it (`TranscriptionCreateParams`, `TranscriptionVerbose` and `TranscriptionStreamEvent`
 * of the npm package openai 7.55, read on 2026-11-28; no recording of it is at hand).
 *
 * A model that is billed by the second is asked for `verbose_json` in every case, since that alone
 * has the duration which was billed; plain formats are made of it here.
 */
export function transcriptionOverWire({ billsTokens }: TranscriptionDialect): TranscriptionMapper {
  return {
    path: (_endpoint, { task }) =>
      task === 'translate' ? '/audio/translations' : '/audio/transcriptions',
    body: {
      kind: 'form',
      fields: (call, endpoint) => fieldsOf(call, endpoint, billsTokens(endpoint)),
    },
    fromWire: transcriptIn,
    modelIn: (body) => asObject(body)['model'],
    events: createEvents,
  };
}

function fieldsOf(
  { terms, isStream }: TranscriptionCall,
  { upstreamModel }: Endpoint,
  hasTokens: boolean,
): [string, string][] {
  const { responseFormat, temperature, chunking } = terms;
  const one = (name: string, value: string | number | undefined): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]];
  const list = (name: string, values: readonly string[] = []): [string, string][] =>
    values.map((value) => [`${name}[]`, value]);
  const isDiarized = responseFormat === 'diarized_json';
  return [
    ['model', upstreamModel],
    ['response_format', hasTokens ? (isDiarized ? 'diarized_json' : 'json') : 'verbose_json'],
    ...one('language', terms.language),
    ...one('prompt', terms.prompt),
    ...one('temperature', temperature),
    ...list('timestamp_granularities', terms.granularities),
    ...list('include', terms.include),
    ...(typeof chunking === 'object'
      ? Object.entries(chunking).map(([name, value]): [string, string] => [
          `chunking_strategy[${name}]`,
          String(value),
        ])
      : one('chunking_strategy', chunking)),
    ...list('known_speaker_names', terms.speakerNames),
    ...list('known_speaker_references', terms.speakerReferences),
    ...(isStream ? [['stream', 'true'] as [string, string]] : []),
  ];
}

function transcriptIn(body: unknown): MappedTranscript {
  if (!isObject(body)) throw new MalformedReply('the reply is no JSON object');
  const error = errorIn(body);
  if (error !== undefined) throw new ProviderError(failureInReply(error));
  const { text, usage } = body;
  if (typeof text !== 'string') throw new MalformedReply('the reply holds no text');
  const seconds = numberIn(body['duration']);
  const texts = TEXTS.flatMap((name) =>
    typeof body[name] === 'string' ? [[name, body[name]] as const] : [],
  );
  const lists = LISTS.flatMap((name) =>
    body[name] === undefined || body[name] === null ? [] : [[name, listIn(name, body[name])]],
  );
  const document = {
    ...Object.fromEntries([...texts, ...lists]),
    ...(seconds === null ? {} : { duration: seconds }),
    text,
  };
  return { document, ...usageIn(usage, seconds) };
}

function listIn(name: string, value: unknown): JsonObject[] {
  if (!Array.isArray(value) || !value.every(isObject)) {
    throw new MalformedReply(`${name} of the reply is no list of objects`);
  }
  if (name === 'segments' && !value.every(isStretch)) {
    throw new MalformedReply('a segment of the reply has no times or no text');
  }
  return value;
}

function isStretch({ start, end, text }: JsonObject): boolean {
  return numberIn(start) !== null && numberIn(end) !== null && typeof text === 'string';
}

/** A time in seconds; some providers write it as a text. */
function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}

type UsageReport = Pick<MappedTranscript, 'usage' | 'suspect'>;

function usageIn(report: unknown, duration: number | null): UsageReport {
  const counts = asObject(report);
  const billed = numberIn(counts['seconds']);
  const usage: TranscriptUsage = duration === null ? {} : { seconds: duration };
  if (billed === null) {
    const isSilent = counts['type'] === 'duration' && duration === null;
    return isSilent ? { usage, suspect: 'unreadable' } : tokensIn(counts, usage);
  }
  // The duration of the audio is not rounded, what is billed may be.
  return { usage: { seconds: Math.max(billed, duration ?? 0) } };
}

function tokensIn(counts: JsonObject, usage: TranscriptUsage): UsageReport {
  const [input, output] = [countOf(counts['input_tokens']), countOf(counts['output_tokens'])];
  if (input === undefined && output === undefined) return { usage };
  const audio = countOf(asObject(counts['input_token_details'])['audio_tokens']) ?? input;
  if (!isCount(input) || !isCount(output) || !isCount(audio) || audio > input) {
    return { usage, suspect: 'unreadable' };
  }
  return { usage: { ...usage, tokens: { text: input - audio, audio, output } } };
}

function isCount(value: number | undefined): value is number {
  return value !== undefined && !Number.isNaN(value);
}

function createEvents(): TranscriptEvents {
  let isDone = false;
  return {
    isDone: () => isDone,
    read(data) {
      if (data === DONE || isDone) return [];
      const event = parseJson(data);
      if (!isObject(event)) throw new MalformedReply('an event is no JSON object');
      const error = errorIn(event);
      if (error !== undefined) throw new ProviderError(failureInReply(error));
      const { type } = event;
      if (type === DONE_EVENT) {
        isDone = true;
        return [{ kind: 'done', transcript: transcriptIn(event) }];
      }
      return typeof type === 'string' ? pieceOf({ ...event, type }) : [];
    },
  };
}

function pieceOf(event: JsonObject & { type: string }): TranscriptPiece[] {
  const member = Object.hasOwn(TEXT_EVENTS, event.type) ? TEXT_EVENTS[event.type] : undefined;
  if (member === undefined) return [];
  const text = event[member];
  if (typeof text !== 'string') throw new MalformedReply('an event holds no text');
  return [{ kind: 'event', event, text }];
}
