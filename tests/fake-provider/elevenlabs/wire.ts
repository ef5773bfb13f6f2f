import { jsonReply } from '../reply.ts';
import type { Operation, Wire, WireError } from '../wire.ts';
import { SPEAKERS, SPEECH } from './speech.ts';
import { TRANSCRIPTION } from './transcription.ts';

const models: Operation = {
  name: 'models',
  peek: () => ({ model: null, text: '', stream: false }),
  answer: () =>
    jsonReply(200, [
      ...Object.entries(SPEAKERS).map(([name, most]) => ({
        model_id: name,
        name,
        can_do_text_to_speech: true,
        maximum_text_length_per_request: most,
      })),
      { model_id: 'eleven_english_sts_v2', can_do_text_to_speech: false },
    ]),
};

const ROUTES: readonly (readonly [method: string, path: RegExp, operation: Operation])[] = [
  SPEECH,
  TRANSCRIPTION,
  ['GET', /\/models$/u, models],
];

/** ElevenLabs' speech, transcriptions and list of models, known by the header of its key. */
export const elevenlabsWire: Wire = {
  id: 'elevenlabs',
  find({ headers, method, path }) {
    if (headers['xi-api-key'] === undefined) return null;
    const route = ROUTES.find(([verb, pattern]) => verb === method && pattern.test(path));
    return route === undefined ? null : route[2];
  },
  credential: (headers) => [headers['xi-api-key'] ?? null].flat()[0] ?? null,
  errorBody,
  errorFrame: () => '',
  garbageFrame: '',
  pingFrame: '',
  isEndMark: () => false,
  isFinish: () => false,
};

function errorBody({ code, message, param, status }: WireError): unknown {
  if (code === 'validation') {
    return { detail: [{ type: 'value_error', loc: (param ?? '').split('.'), msg: message }] };
  }
  if (code === 'invalid_api_key') return { detail: { status: code, message: 'Invalid API key' } };
  const usual = status === 429 ? 'too_many_concurrent_requests' : 'internal_error';
  return { detail: { status: code ?? usual, message } };
}
