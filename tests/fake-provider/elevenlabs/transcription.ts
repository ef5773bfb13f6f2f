import type { Answer } from '../answer.ts';
import { heardIn, secondsIn } from '../openai/transcriptions.ts';
import { promptToEmbed } from '../prompt.ts';
import { jsonReply, type Reply } from '../reply.ts';
import type { Call, FormField, Operation, Question } from '../wire.ts';
import { refuse, refuseField } from './refuse.ts';

/** Models that write audio down. */
const TRANSCRIBERS = ['scribe_v1', 'scribe_v2'];
const FIELDS: ReadonlySet<string> = new Set([
  'model_id',
  'language_code',
  'tag_audio_events',
  'timestamps_granularity',
  'diarize',
  'temperature',
  'seed',
  'file',
]);
const GRANULARITIES: ReadonlySet<string> = new Set(['none', 'word', 'character']);
const LANGUAGE = /^[a-z]{2,3}$/u;
const SECONDS_MIN = 0.1;
const TEMPERATURE_MAX = 2;

function askTranscript(call: Call): Question {
  const { form } = call;
  if (form === undefined) refuseField(['body'], 'The body must be a form');
  const said = (name: string): string | undefined =>
    form.find((one) => one.name === name)?.bytes.toString('utf8');
  const unknown = form.find(({ name }) => !FIELDS.has(name));
  if (unknown !== undefined) refuseField(['body', unknown.name], 'Extra inputs are not permitted');
  const model = said('model_id') ?? '';
  if (!TRANSCRIBERS.includes(model)) {
    refuse(400, 'invalid_model_id', `'${model}' is not a valid model_id.`);
  }
  assertTerms(said);
  const seconds = secondsOf(form);
  if (seconds < SECONDS_MIN) refuse(400, 'audio_too_short', 'The audio is too short.');
  const hasWords = (said('timestamps_granularity') ?? 'word') !== 'none';
  return {
    prompt: promptToEmbed(model, 0),
    render: (answer) =>
      render(answer, { seconds, language: said('language_code') ?? 'eng', hasWords }),
  };
}

function assertTerms(said: (name: string) => string | undefined): void {
  const granularity = said('timestamps_granularity') ?? 'word';
  if (!GRANULARITIES.has(granularity)) {
    refuseField(
      ['body', 'timestamps_granularity'],
      "Input should be 'none', 'word' or 'character'",
    );
  }
  const language = said('language_code');
  if (language !== undefined && !LANGUAGE.test(language)) {
    refuse(400, 'invalid_parameters', `Language '${language}' is not supported.`);
  }
  const temperature = Number(said('temperature') ?? 0);
  if (!(temperature >= 0 && temperature <= TEMPERATURE_MAX)) {
    refuseField(['body', 'temperature'], 'Input should be less than or equal to 2');
  }
}

function secondsOf(form: readonly FormField[]): number {
  const files = form.filter(({ name }) => name === 'file');
  const [file] = files;
  if (file?.fileName == null || files.length > 1) refuseField(['body', 'file'], 'Field required');
  return secondsIn(file.bytes);
}

function render(
  answer: Answer,
  { seconds, language, hasWords }: { seconds: number; language: string; hasWords: boolean },
): Reply {
  const text = heardIn(seconds);
  const said = text.split(' ');
  const each = seconds / said.length;
  const words = said.flatMap((word, at) => [
    ...(at === 0 ? [] : [{ text: ' ', start: at * each, end: at * each, type: 'spacing' }]),
    { text: word, start: at * each, end: (at + 1) * each, type: 'word', logprob: -0.1 },
  ]);
  const { position, number = (value: number) => value } = answer.usage;
  return jsonReply(
    200,
    {
      language_code: language,
      language_probability: 0.98,
      text,
      words: hasWords ? words : [],
      ...(position === 'none' ? {} : { audio_duration_secs: number(seconds) }),
      transcription_id: 'heard',
    },
    { ...answer.tokens, output: Math.ceil(seconds) },
  );
}

/** Transcriptions. */
export const TRANSCRIPTION: readonly [method: string, path: RegExp, operation: Operation] = [
  'POST',
  /\/speech-to-text$/u,
  {
    name: 'transcribe',
    peek({ form = [] }) {
      const model = form.find(({ name }) => name === 'model_id')?.bytes.toString('utf8') ?? null;
      return { model, text: '', stream: false };
    },
    answer: askTranscript,
  },
];
