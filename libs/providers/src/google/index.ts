import { inCamelCase } from '../engine/extras.ts';
import { Type } from 'typebox';
import type { ChatMapper, Family } from '../adapter/adapter.ts';
import { Secret } from '../contract/credential-fields.ts';
import { asObject } from '../json.ts';
import { googleBatches } from './batches.ts';
import { googleContract } from './contract.ts';
import { googleEmbeddings } from './embeddings.ts';
import { geminiImageTokens } from './gemini-image-lines.ts';
import { googleImages } from './images.ts';
import { failureFromWire } from '../wire/gemini/errors.ts';
import { GOOGLE_FACTS } from './facts.ts';
import { googleVideo } from './video.ts';
import { googleListing } from './listing.ts';
import { geminiSpeech } from './speech.ts';
import { geminiTranscription } from './transcription.ts';
import { googleOverhead } from './overhead.ts';
import { EXTRA } from '../wire/gemini/content.ts';
import { modelPath } from './paths.ts';
import { refusedWithTools, runsAtMost } from '../wire/gemini/server-tools.ts';
import { foreignContent } from '../wire/gemini/replay.ts';
import { toWireRequest } from '../wire/gemini/request.ts';
import { fromWireReply } from '../wire/gemini/response.ts';
import { createChatStream } from '../wire/gemini/stream.ts';
import { withWireLimits } from '../contract/wire-limits.ts';
import { usageFromWire } from '../wire/gemini/usage.ts';

const chat: ChatMapper = {
  framing: 'sse',
  path: (endpoint, stream) =>
    modelPath(endpoint) + (stream ? ':streamGenerateContent?alt=sse' : ':generateContent'),
  toWire: toWireRequest,
  fromWire: fromWireReply,
  usageIn: (reply) => usageFromWire(asObject(reply)['usageMetadata']).usage,
  modelIn: (reply) => asObject(Array.isArray(reply) ? reply[0] : reply)['modelVersion'],
  stream: createChatStream,
};

/**
 * Google's Gemini models over the Gemini API. Replies of the same models on Google's cloud platform
 * have the same shape and would map as well; calls are not sent there, where host, paths and
 * credentials are others.
 */
export const google: Family = {
  id: 'google',
  provider: 'google',
  semanticName: 'gcp.gemini',
  baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  credential: Type.Object({ api_key: Secret }, { additionalProperties: false }),
  contract: (model) => withWireLimits(googleContract(model), GOOGLE_FACTS),
  // The key goes in a header and never in the URL, because URLs end up in logs.
  sign: (call, { api_key: key = '' }) => ({
    ...call,
    headers: { ...call.headers, 'x-goog-api-key': key },
  }),
  failure: failureFromWire,
  chat,
  batches: googleBatches,
  embeddings: googleEmbeddings,
  images: googleImages,
  imageTokens: geminiImageTokens,
  speech: geminiSpeech,
  transcription: geminiTranscription,
  video: () => googleVideo,
  listing: googleListing,
  facts: () => GOOGLE_FACTS,
  extras: { within: 'generationConfig', nameOf: inCamelCase },
  // Streams are read to their end, because what the provider bills for an aborted one is not known.
  onDisconnect: 'drain',
  reportsUsage: 'with_each_piece',
  overhead: ({ upstreamModel }) => googleOverhead(upstreamModel),
  signsAs: () => EXTRA,
  foreignContent: (request, endpoint) =>
    refusedWithTools(request, endpoint.upstreamModel) ?? foreignContent(request, endpoint),
  runsAtMost: (request, { upstreamModel }) => runsAtMost(request, upstreamModel),
};
