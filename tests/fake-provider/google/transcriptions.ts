import type { Answer } from '../answer.ts';
import { withoutDirectives } from '../directive.ts';
import { isJson } from '../openai/chat-request.ts';
import { heardIn, secondsIn } from '../openai/transcriptions.ts';
import { promptToEmbed } from '../prompt.ts';
import { frame, jsonReply, type Reply } from '../reply.ts';
import type { Call, Question } from '../wire.ts';
import { assertGeneration } from './generation.ts';
import { assertKnown } from './known-fields.ts';
import { refuse } from './refuse.ts';
import { usageOf } from './response.ts';
import { membersOf, turnsIn } from './turns.ts';

type Json = Record<string, unknown>;

/** Models of Google that write audio down, and do nothing else. */
export const TRANSCRIBERS = ['gemini-3.5-transcribe'];
const TYPES = /^audio\/(?:wav|mp3|mpeg|aiff|aac|ogg|flac|webm|mp4|m4a)$/u;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/u;
/** "100 MB per request/payload", and an hour of audio for models that transcribe alone. */
const BODY_BYTES_MAX = 100_000_000;
const SECONDS_MAX = 3_600;
const WORDS_PER_EVENT = 2;
/** Says that a model is to transcribe; what it is told besides is answered in a chat. */
const TASK = /what is spoken in the audio/u;

/** Tokens of a second of audio: of the older lines, and of those since Gemini 3. */
const rateOf = (model: string): number => (model.startsWith('gemini-2') ? 32 : 25);

/** The tokens that audio of so many seconds is billed at, and those of its text. */
export function geminiTokensOf(model: string, seconds: number): { audio: number; words: number } {
  return { audio: Math.ceil(seconds * rateOf(model)), words: heardIn(seconds).split(' ').length };
}

/** Whether a request has audio. */
export function hasAudio({ body }: Pick<Call, 'body'>): boolean {
  return isJson(body) && audioIn(body).length > 0;
}

function audioIn(body: Json): Json[] {
  const parts = turnsIn(body).flatMap((turn) => turn.parts);
  return membersOf(parts, 'inlineData').filter(({ mimeType }) =>
    String(mimeType).startsWith('audio/'),
  );
}

/** Reads a request with audio. Throws a refusal where the provider would. */
export function askTranscript(call: Call, model: string): Question {
  const { body } = call;
  if (!isJson(body)) refuse('Invalid JSON payload received.');
  assertKnown(body);
  const config = isJson(body['generationConfig']) ? body['generationConfig'] : {};
  const texts = textsIn(body);
  if (TRANSCRIBERS.includes(model)) assertAlone(body, texts);
  else assertTold(body, { config, model });
  const seconds = heardSeconds(body);
  if (TRANSCRIBERS.includes(model) && seconds > SECONDS_MAX) refuse('The audio is too long.');
  const { audio } = geminiTokensOf(model, seconds);
  const text = texts.reduce((sum, one) => sum + Math.ceil(withoutDirectives(one).length / 4), 0);
  const ceiling = config['maxOutputTokens'];
  const isStream = call.path.endsWith(':streamGenerateContent');
  const asked = { model, seconds, audio, isStream };
  return {
    prompt: promptToEmbed(model, audio + text),
    render: (answer) =>
      render(answer, {
        ...asked,
        most: typeof ceiling === 'number' ? ceiling : Infinity,
        isEndless: texts.some((one) => one.includes('forever')),
      }),
  };
}

function assertAlone(body: Json, texts: readonly string[]): void {
  const config = isJson(body['generationConfig']) ? body['generationConfig'] : {};
  const others = Object.keys(config).filter((name) => name !== 'audioTranscriptionConfig');
  if (body['systemInstruction'] !== undefined || texts.length > 0 || others.length > 0) {
    refuse('Only audio input and audio_transcription_config are supported by this model.');
  }
}

function assertTold(body: Json, { config, model }: { config: Json; model: string }): void {
  if (config['audioTranscriptionConfig'] !== undefined) {
    refuse('audio_transcription_config is not supported by this model.');
  }
  assertGeneration(config, model);
  const { systemInstruction: told } = body;
  const parts = isJson(told) && Array.isArray(told['parts']) ? told['parts'].filter(isJson) : [];
  if (!parts.some(({ text }) => TASK.test(String(text)))) refuse('The model is told nothing.');
}

/** Texts of the user, and those of the instruction. */
function textsIn(body: Json): string[] {
  const { systemInstruction: told } = body;
  const own = isJson(told) && Array.isArray(told['parts']) ? told['parts'].filter(isJson) : [];
  const parts = [...own, ...turnsIn(body).flatMap((turn) => turn.parts)];
  return parts.flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}

function heardSeconds(body: Json): number {
  const [file, ...more] = audioIn(body);
  if (file === undefined || more.length > 0) refuse('One file of audio is needed.');
  const { mimeType, data } = file;
  if (!TYPES.test(String(mimeType))) refuse(`Unsupported MIME type: ${String(mimeType)}`);
  if (typeof data !== 'string' || !BASE64.test(data)) {
    refuse(
      "Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), Base64 decoding failed",
    );
  }
  if (data.length > BODY_BYTES_MAX) refuse('Request payload size exceeds the limit.');
  return secondsIn(Buffer.from(data, 'base64'));
}

interface Asked {
  model: string;
  seconds: number;
  audio: number;
  isStream: boolean;
  /** The ceiling of the output, in words of the text. */
  most: number;
  /** The model was brought to go on until something ends it. */
  isEndless: boolean;
}

function render(answer: Answer, asked: Asked): Reply {
  const heard = asked.isEndless ? asked.most + 1 : asked.seconds;
  const words = heardIn(heard).split(/(?<= )/u);
  const isCut = words.length > asked.most;
  const said = isCut ? words.slice(0, asked.most) : words;
  const ordered = answer.tokens.output;
  const tokens = { ...answer.tokens, output: ordered === 0 ? said.length : ordered };
  const close = { modelVersion: asked.model, responseId: 'heard' };
  const finishReason = isCut ? 'MAX_TOKENS' : 'STOP';
  const usage = (output: number): Json =>
    withKinds(usageOf({ ...answer, tokens }, output, 0), asked);
  const partOf = (text: string): Json =>
    TRANSCRIBERS.includes(asked.model) ? { audioTranscription: { text: text.trim() } } : { text };
  if (!asked.isStream) {
    const content = { role: 'model', parts: [partOf(said.join(''))] };
    const candidates = [{ content, finishReason, index: 0 }];
    return jsonReply(200, { candidates, ...usage(tokens.output), ...close }, tokens);
  }
  const pieces = Array.from({ length: Math.ceil(said.length / WORDS_PER_EVENT) }, (_, at) =>
    said.slice(at * WORDS_PER_EVENT, (at + 1) * WORDS_PER_EVENT).join(''),
  );
  const share = Math.floor(tokens.output / pieces.length);
  const event = (candidate: Json, output: number, count: number) =>
    frame(
      `data: ${JSON.stringify({ candidates: [candidate], ...usage(output), ...close })}\r\n\r\n`,
      count,
    );
  const steps = pieces.map((text, at) =>
    event({ content: { role: 'model', parts: [partOf(text)] }, index: 0 }, share * (at + 1), share),
  );
  const end = { content: { role: 'model', parts: [{ text: '' }] }, finishReason, index: 0 };
  steps.push(event(end, tokens.output, 0));
  const headers = { 'content-type': 'text/event-stream' };
  return { status: 200, headers, steps, stream: true, served: tokens };
}

/** The counts of a prompt by their kind: audio, and the text around it. */
function withKinds(reported: Json, { audio }: Pick<Asked, 'audio'>): Json {
  const { usageMetadata: usage } = reported;
  if (!isJson(usage) || typeof usage['promptTokenCount'] !== 'number') return reported;
  const text = Math.max(0, usage['promptTokenCount'] - audio);
  const details = [
    { modality: 'AUDIO', tokenCount: audio },
    ...(text > 0 ? [{ modality: 'TEXT', tokenCount: text }] : []),
  ];
  return { usageMetadata: { ...usage, promptTokensDetails: details } };
}
