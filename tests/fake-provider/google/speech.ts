import type { Answer } from '../answer.ts';
import { withoutDirectives } from '../directive.ts';
import { isJson } from '../openai/chat-request.ts';
import { audioOf, speechTokensOf } from '../openai/speech.ts';
import { promptToEmbed } from '../prompt.ts';
import { frame, type Reply, type Step } from '../reply.ts';
import type { Call, Question } from '../wire.ts';
import { assertKnown } from './known-fields.ts';
import { refuse } from './refuse.ts';
import { usageOf } from './response.ts';
import { turnsIn } from './turns.ts';

type Json = Record<string, unknown>;

/** Models of Google that read aloud. */
export const SPEECH_MODELS = ['gemini-3.1-flash-tts-preview', 'gemini-3.8-flash-tts'];
const INPUT_TOKENS_MAX = 8_192;
/** Bytes of audio in one event. */
const EVENT_BYTES = 960;
/** Some of the thirty. */
const SPEAKERS: ReadonlySet<unknown> = new Set(['Kore', 'Puck', 'Zephyr', 'Charon', 'Sulafat']);
/** Ids of voices that are kept for a project. */
const KEPT_SPEAKER = /^voice(?:key)?_\w+$/u;
const MIME_TYPE = 'audio/L16;codec=pcm;rate=24000';

/** Whether a model reads aloud, and does nothing else. */
export const isSpeaker = (model: string): boolean => /-tts(?:-preview)?$/u.test(model);

/** Reads a request for speech. Throws a refusal where the provider would. */
export function askSpeech(call: Call, model: string): Question {
  const { body } = call;
  if (!isJson(body)) refuse('Invalid JSON payload received.');
  assertKnown(body);
  const text = readText(body, model);
  const config = isJson(body['generationConfig']) ? body['generationConfig'] : {};
  const modalities = config['responseModalities'];
  if (!Array.isArray(modalities) || modalities.length !== 1 || modalities[0] !== 'AUDIO') {
    refuse(
      'The requested combination of response modalities (TEXT) is not supported by the model. ' +
        `models/${model} accepts the following combination of response modalities:\n* AUDIO\n`,
    );
  }
  if (config['thinkingConfig'] !== undefined) refuse('Thinking is not enabled for this model.');
  assertSpeaker(config, model);
  const tokens = speechTokensOf(text);
  return {
    prompt: promptToEmbed(model, tokens.input),
    render: (answer) => render(answer, { model, text, tokens }),
  };
}

function readText(body: Json, model: string): string {
  const parts = turnsIn(body).flatMap(({ parts: own }) => own);
  if (body['systemInstruction'] !== undefined) {
    refuse('Developer instruction is not enabled for this model.');
  }
  if (turnsIn(body).some(({ role }) => role !== 'user')) {
    refuse('Multiturn chat is not enabled for this model.');
  }
  const texts = parts.map(({ text }) => text);
  if (texts.length === 0 || texts.some((text) => typeof text !== 'string' || text === '')) {
    refuse('Only text input is supported by this model.');
  }
  if (parts.some(({ speechMetadata }) => speechMetadata !== undefined) && !isDirected(model)) {
    refuse('speech_metadata is not supported by this model.');
  }
  const text = texts.join('\n');
  const { input } = speechTokensOf(text);
  if (input > INPUT_TOKENS_MAX) {
    refuse(
      `The input token count (${input}) exceeds the maximum number of tokens allowed (${INPUT_TOKENS_MAX}).`,
    );
  }
  return text;
}

function assertSpeaker({ speechConfig }: Json, model: string): void {
  const config = isJson(speechConfig) ? speechConfig['voiceConfig'] : undefined;
  if (!isJson(config)) refuse('A speech config with a voice is required for this model.');
  const { voice, prebuiltVoiceConfig: prebuilt } = config;
  const named = isJson(prebuilt) ? prebuilt['voiceName'] : undefined;
  if (voice !== undefined && !isDirected(model)) {
    refuse('Invalid JSON payload received. Unknown name "voice" at speech_config.voice_config.');
  }
  if ((voice === undefined) === (named === undefined)) refuse('One voice is needed.');
  const asked = String(voice ?? named);
  if (SPEAKERS.has(asked) || (voice !== undefined && KEPT_SPEAKER.test(asked))) return;
  refuse(`Voice name ${asked} is not supported.`);
}

const isDirected = (model: string): boolean => model.startsWith('gemini-3.8');

function render(
  answer: Answer,
  given: { model: string; text: string; tokens: { input: number; output: number } },
): Reply {
  const audio = audioOf(withoutDirectives(given.text));
  const said = answer.tokens.output;
  const output = said === 0 ? given.tokens.output : said;
  const tokens = { ...answer.tokens, output };
  const close = { modelVersion: given.model, responseId: 'speech' };
  const pieces = Array.from({ length: Math.ceil(audio.length / EVENT_BYTES) }, (_, index) =>
    audio.subarray(index * EVENT_BYTES, (index + 1) * EVENT_BYTES),
  );
  const share = Math.floor(output / Math.max(1, pieces.length));
  const eventOf = (candidate: Json, usage: Json, count = 0): Step =>
    frame(
      `data: ${JSON.stringify({ candidates: [candidate], ...usage, ...close })}\r\n\r\n`,
      count,
    );
  const steps = pieces.map((piece, index) => {
    const part = { inlineData: { mimeType: MIME_TYPE, data: piece.toString('base64') } };
    const content = { parts: [part], role: 'model' };
    const soFar = usageOf({ ...answer, tokens }, share * (index + 1), 0);
    return eventOf({ content, index: 0 }, soFar, share);
  });
  const end = { content: { role: 'model' }, finishReason: 'STOP', index: 0 };
  steps.push(eventOf(end, usageOf({ ...answer, tokens }, output, 0)));
  const headers = { 'content-type': 'text/event-stream' };
  return { status: 200, headers, steps, stream: true, served: tokens };
}
