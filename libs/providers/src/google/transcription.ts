import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { Endpoint } from '../adapter/adapter.ts';
import { AUDIO_TYPES } from '../adapter/transcription-wire.ts';
import type {
  MappedTranscript,
  TranscriptEvents,
  TranscriptionCall,
  TranscriptionMapper,
  TranscriptPiece,
} from '../adapter/transcription-wire.ts';
import { countOf } from '../adapter/usage-reading.ts';
import { asList, asObject, asText, isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { toFailure, unfinished } from '../wire/failures.ts';
import { failureInReply } from '../wire/gemini/errors.ts';
import { finishFromWire } from '../wire/gemini/finish.ts';
import { usageFromWire } from '../wire/gemini/usage.ts';
import { modelPath } from './paths.ts';
import { isTranscriber, leastThinking, transcriptRates } from './transcription-lines.ts';

const ALONE =
  'Answer with that text alone: no titles, no times, no names of speakers and no remarks. Where nobody speaks, answer with nothing.';
const TASKS: Readonly<Record<TranscriptionCall['task'], string>> = {
  transcribe: `Write down word for word what is spoken in the audio, in its own language. ${ALONE}`,
  translate: `Write down what is spoken in the audio, translated into English. ${ALONE}`,
};

/**
 * Transcriptions over `generateContent` and `streamGenerateContent`, with the audio inline: "100 MB
 * per request/payload" of https://ai.google.dev/gemini-api/docs/file-input-methods (20 MB until
 * 2026-01-08), more than our route takes. Models that write audio down and do nothing else take
 * `audioTranscriptionConfig` (https://ai.google.dev/gemini-api/docs/generate-content/transcribe,
 * and the typings `AudioTranscriptionConfig` and `Transcription` of `@google/genai` 3.3); chat
 * models get the task in words. Read on 2026-11-29; no recording is at hand.
 */
export const geminiTranscription: TranscriptionMapper = {
  path: (endpoint, { isStream }) =>
    modelPath(endpoint) + (isStream ? ':streamGenerateContent?alt=sse' : ':generateContent'),
  body: { kind: 'json', toWire: wireBody },
  text: ({ task, terms }, { upstreamModel }) =>
    isTranscriber(upstreamModel) ? '' : [TASKS[task], ...guideOf(terms)].join('\n'),
  fromWire(body) {
    const reader = createTranscriptReader();
    reader.read(body);
    return reader.end();
  },
  modelIn: (body) => asObject(body)['modelVersion'],
  events: createEvents,
  rates: ({ upstreamModel }) => transcriptRates(upstreamModel),
};

function wireBody(call: TranscriptionCall, { upstreamModel }: Endpoint, audio: string): JsonObject {
  const { task, terms, audio: file, ceiling } = call;
  const mimeType = file.format === 'mp3' ? 'audio/mp3' : AUDIO_TYPES[file.format];
  const audioPart = { inlineData: { mimeType, data: audio } };
  if (isTranscriber(upstreamModel)) {
    const codes = terms.language === undefined ? {} : { languageCodes: [terms.language] };
    return {
      contents: [{ role: 'user', parts: [audioPart] }],
      generationConfig: { audioTranscriptionConfig: codes },
    };
  }
  const thinkingConfig = leastThinking(upstreamModel);
  return {
    systemInstruction: { parts: [{ text: TASKS[task] }] },
    contents: [{ role: 'user', parts: [audioPart, ...guideOf(terms).map((text) => ({ text }))] }],
    generationConfig: {
      ...(ceiling === undefined ? {} : { maxOutputTokens: ceiling }),
      ...(terms.temperature === undefined ? {} : { temperature: terms.temperature }),
      ...(thinkingConfig === undefined ? {} : { thinkingConfig }),
    },
  };
}

function guideOf({ language, prompt }: TranscriptionCall['terms']): string[] {
  return [
    ...(language === undefined ? [] : [`The language that is spoken: ${language}.`]),
    ...(prompt === undefined ? [] : [`What was said before, or how words are spelt: ${prompt}`]),
  ];
}

/** What has come of a transcript. */
interface TranscriptReader {
  /** @returns the text that a reply, or a piece of one, adds */
  read(reply: unknown): string;
  isOver(): boolean;
  end(): MappedTranscript;
}

function createTranscriptReader(): TranscriptReader {
  let [text, reason, isBlocked] = ['', '', false];
  let report: unknown;
  return {
    isOver: () => reason !== '' || isBlocked,
    read(reply) {
      if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
      if (isObject(reply['error'])) throw new ProviderError(failureInReply(reply));
      const [candidate] = asList(reply['candidates']).map(asObject);
      const parts = asList(asObject(candidate?.['content'])['parts']).map(asObject);
      const more = joined(text, parts);
      text += more;
      reason = asText(candidate?.['finishReason']) ?? reason;
      isBlocked ||= asText(asObject(reply['promptFeedback'])['blockReason']) !== undefined;
      report = reply['usageMetadata'] ?? report;
      return more;
    },
    end() {
      const usage = usageIn(report);
      if (isBlocked && usage.usage.tokens === undefined) {
        const words = 'The provider kept the text back, because of what the audio says.';
        throw new ProviderError(toFailure('rejected', { status: 200, text: words }));
      }
      if (reason === '' && text === '' && !isBlocked) {
        throw new MalformedReply('the reply holds no text');
      }
      const finish = isBlocked ? 'content_filter' : finishOf(reason, text);
      const cut = finish === 'stop' ? {} : { finish_reason: finish };
      return { document: { text, ...cut }, ...usage };
    },
  };
}

/** @throws ProviderError when the provider failed to finish */
function finishOf(reason: string, text: string): string {
  const finish = finishFromWire(reason, { hasCalls: false, hasText: text !== '' });
  if (finish === null) throw new ProviderError(unfinished(reason));
  return finish;
}

/**
 * The text of parts behind what came before. Parts of `audioTranscription` are turns of speakers,
 * without blanks around them.
 */
function joined(before: string, parts: readonly JsonObject[]): string {
  let more = '';
  for (const part of parts) {
    const spoken = asText(asObject(part['audioTranscription'])['text']);
    const plain = part['thought'] === true ? undefined : asText(part['text']);
    if (plain !== undefined) more += plain;
    else if (spoken !== undefined && spoken !== '') {
      more += before + more === '' ? spoken : ` ${spoken}`;
    }
  }
  return more;
}

type UsageReport = Pick<MappedTranscript, 'usage' | 'suspect'>;

/** Thinking is billed as text that is written; audio that was cached is in the counts of audio. */
function usageIn(report: unknown): UsageReport {
  const { usage, suspect } = usageFromWire(report);
  const doubt = suspect === undefined ? {} : { suspect };
  if (usage === null) return { usage: {}, ...doubt };
  const input = usage.input + usage.cache_read;
  const audio = audioIn(asObject(report)['promptTokensDetails']) ?? input;
  if (!(audio <= input)) return { usage: {}, suspect: 'unreadable' };
  const tokens = { text: input - audio, audio, output: usage.output + usage.reasoning };
  return { usage: { tokens }, ...doubt };
}

/** The tokens of audio; undefined where counts of kinds are not reported. */
function audioIn(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  const counts = details
    .map(asObject)
    .filter(({ modality }) => modality === 'AUDIO')
    .map(({ tokenCount }) => countOf(tokenCount) ?? 0);
  return counts.reduce((sum, count) => sum + count, 0);
}

function createEvents(): TranscriptEvents {
  const reader = createTranscriptReader();
  let isDone = false;
  return {
    isDone: () => isDone,
    read(data) {
      if (isDone) return [];
      const delta = reader.read(parseJson(data));
      const event = { type: 'transcript.text.delta', delta };
      const pieces: TranscriptPiece[] = delta === '' ? [] : [{ kind: 'event', event, text: delta }];
      isDone = reader.isOver();
      return isDone ? [...pieces, { kind: 'done', transcript: reader.end() }] : pieces;
    },
  };
}
