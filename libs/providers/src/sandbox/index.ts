import { Type } from 'typebox';
import type { Family } from '../adapter/adapter.ts';
import { toFailure } from '../wire/failures.ts';
import { kindOfStatus } from '../wire/whose-fault.ts';
import { sandboxChat } from './chat.ts';
import { SANDBOX_MODELS, sandboxContract } from './contract.ts';
import { sandboxEmbeddings } from './embeddings.ts';
import { sandboxImages } from './images.ts';
import { sandboxModeration } from './moderation.ts';
import { sandboxRerank } from './rerank.ts';
import { sandboxSpeech } from './speech.ts';
import { sandboxTranscription } from './transcription.ts';
import { sandboxVideo } from './video.ts';

const OVERHEAD = {
  request: 4,
  message: 4,
  tools: 0,
  tool: 8,
  image: 85,
  digits: 1,
  scale: 1,
} as const;

/**
 * Models that answer without a provider, for test keys: free, deterministic, with every feature on
 * demand. {@link Directives} in `directives.ts` lists what can be asked for.
 */
export const sandbox: Family = {
  id: 'sandbox',
  provider: 'sandbox',
  baseUrl: null,
  credential: Type.Object({}, { additionalProperties: false }),
  contract: sandboxContract,
  sign: (call) => call,
  failure: (status, headers) => toFailure(kindOfStatus(status), { status, headers }),
  local: {
    models: SANDBOX_MODELS,
    chat: sandboxChat,
    embeddings: sandboxEmbeddings,
    images: sandboxImages,
    rerank: sandboxRerank,
    moderation: sandboxModeration,
    speech: sandboxSpeech,
    transcription: sandboxTranscription,
    video: sandboxVideo,
  },
  onDisconnect: 'abort',
  reportsUsage: 'at_the_end',
  overhead: () => OVERHEAD,
};
