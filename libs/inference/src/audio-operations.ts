import type { SpeechRequest } from '@tollgate/contract/speech';
import { parseSpeechRequest } from '@tollgate/structure/parse-speech';
import {
  parseTranscriptionRequest,
  parseTranslationRequest,
} from '@tollgate/structure/parse-transcription';
import { serveSpeech } from './dispatch/serve-speech.ts';
import { serveTranscription } from './dispatch/serve-transcription.ts';
import type { Operation } from './operation.ts';
import { planSpeech } from './speech/plan-speech.ts';
import type { SpeechPlan } from './speech/plan-speech.ts';
import { planTranscription } from './transcription/plan-transcription.ts';
import type { TranscriptionPlan, TranscriptionTask } from './transcription/plan-transcription.ts';

/** `POST /v1/audio/speech`. */
export const speechOperation: Operation<SpeechRequest, SpeechPlan> = {
  parse: parseSpeechRequest,
  isStream: ({ stream_format: format }) => format === 'sse',
  mayBeAsync: false,
  plan: planSpeech,
  serve: serveSpeech,
};

/** `POST /v1/audio/transcriptions`. */
export const transcriptionOperation: Operation<TranscriptionTask, TranscriptionPlan> = {
  parse: (body) => ({ task: 'transcribe', ...parseTranscriptionRequest(body) }),
  isStream: (request) => 'stream' in request && request.stream === true,
  mayBeAsync: false,
  plan: planTranscription,
  serve: serveTranscription,
};

/** `POST /v1/audio/translations`. */
export const translationOperation: Operation<TranscriptionTask, TranscriptionPlan> = {
  ...transcriptionOperation,
  parse: (body) => ({ task: 'translate', ...parseTranslationRequest(body) }),
};
