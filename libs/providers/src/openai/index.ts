import { Type } from 'typebox';
import type { ChatMapper, Family, HttpCall, Endpoint } from '../adapter/adapter.ts';
import { chatCompletions } from '../wire/chat-completions/mapper.ts';
import { PLAIN_DIALECT } from '../wire/chat-completions/dialect.ts';
import type { Dialect } from '../wire/chat-completions/dialect.ts';
import { failureFromWire } from '../wire/chat-completions/errors.ts';
import { CHAT_HINTS, responsesHintsOf } from '../contract/prompt-hints.ts';
import { imagesOverWire } from '../wire/images/mapper.ts';
import { speechOverWire } from '../wire/speech/mapper.ts';
import { transcriptionOverWire } from '../wire/transcription/mapper.ts';
import { embeddingsWire } from '../wire/embeddings/mapper.ts';
import { moderationsWire } from '../wire/moderations/mapper.ts';
import { modelsWire } from '../wire/models/listing.ts';
import { HeaderValue, Secret } from '../contract/credential-fields.ts';
import { responsesWire, toResponsesAnyway } from '../wire/responses/mapper.ts';
import { KNOWS_CUSTOM_TOOLS } from '../wire/responses/tools.ts';
import { openaiBatches } from './batches.ts';
import { openaiContract } from './contract.ts';
import { openaiVectorStores } from './vector-stores.ts';
import { wireNameOf } from './wire-choice.ts';
import { OPENAI_FACTS } from './facts.ts';
import { imageTokensOf } from './image-lines.ts';
import { isSearchModel, searchingCompletions } from './search-models.ts';
import { isTokenSpeech } from './speech-lines.ts';
import { isTokenTranscription } from './transcription-lines.ts';
import { isResponsesOnly } from './lines.ts';
import { openaiOverhead } from './overhead.ts';
import { withWireLimits } from '../contract/wire-limits.ts';
import { incompatibleContent } from './incompatible-content.ts';
import { EXTRA } from '../wire/responses/types.ts';

/** Custom tools came with GPT-5. */
const DIALECT: Dialect = { ...PLAIN_DIALECT, customTools: KNOWS_CUSTOM_TOOLS };
const completionsWire = chatCompletions(() => DIALECT);

const searchingWire = searchingCompletions(completionsWire);

/** Both wires, by the endpoint that a request needs. */
const WIRES = {
  chat_completions: completionsWire,
  responses: { ...responsesWire, toWire: toResponsesAnyway },
} as const;

function wireOf({ upstreamModel }: Endpoint): ChatMapper {
  if (isSearchModel(upstreamModel)) return searchingWire;
  return isResponsesOnly(upstreamModel) ? responsesWire : completionsWire;
}

/**
 * OpenAI itself: chat completions, and the Responses interface for models and requests that nothing
 * else serves.
 */
export const openai: Family = {
  id: 'openai',
  provider: 'openai',
  sellsTiers: true,
  vectorStores: openaiVectorStores,
  baseUrl: 'https://api.openai.com/v1',
  credential: Type.Object(
    {
      api_key: Secret,
      organization: Type.Optional(HeaderValue),
      project: Type.Optional(HeaderValue),
    },
    { additionalProperties: false },
  ),
  contract: (model) => withWireLimits(openaiContract(model, { isHome: true }), OPENAI_FACTS),
  sign: (call: HttpCall, { api_key: key = '', organization, project }) => ({
    ...call,
    headers: {
      ...call.headers,
      authorization: `Bearer ${key}`,
      ...(organization === undefined ? {} : { 'openai-organization': organization }),
      ...(project === undefined ? {} : { 'openai-project': project }),
    },
  }),
  failure: failureFromWire,
  chat: {
    framing: 'sse',
    path: (endpoint, stream) => wireOf(endpoint).path(endpoint, stream),
    toWire: (request, endpoint, stream) => wireOf(endpoint).toWire(request, endpoint, stream),
    fromWire: (reply, endpoint) => wireOf(endpoint).fromWire(reply, endpoint),
    usageIn: (reply, endpoint) => wireOf(endpoint).usageIn(reply, endpoint),
    modelIn: (reply) => responsesWire.modelIn(reply),
    stream: (endpoint) => wireOf(endpoint).stream(endpoint),
    forRequest: (request, { upstreamModel: model }) =>
      isSearchModel(model) ? searchingWire : WIRES[wireNameOf(model, request)],
  },
  batches: openaiBatches,
  embeddings: embeddingsWire,
  images: imagesOverWire({ saysFormat: () => false }),
  moderation: moderationsWire,
  imageTokens: imageTokensOf,
  speech: speechOverWire({ reportsUsage: ({ upstreamModel }) => isTokenSpeech(upstreamModel) }),
  transcription: transcriptionOverWire({
    billsTokens: ({ upstreamModel }) => isTokenTranscription(upstreamModel),
  }),
  listing: modelsWire,
  facts: () => OPENAI_FACTS,
  extras: {},
  extensions: ({ upstreamModel }, request) => wireNameOf(upstreamModel, request),
  alwaysSearches: isSearchModel,
  onDisconnect: 'abort',
  reportsUsage: 'at_the_end',
  overhead: ({ upstreamModel }) => openaiOverhead(upstreamModel),
  signsAs: () => EXTRA,
  foreignContent: incompatibleContent,
  // Chat completions take pictures by their address, and no files (developers.openai.com, guide of
  // PDF files, November 2026).
  fetches: (kind, { upstreamModel }) => kind === 'image' || isResponsesOnly(upstreamModel),
  promptHints: ({ upstreamModel }, request) =>
    wireNameOf(upstreamModel, request) === 'responses'
      ? responsesHintsOf(upstreamModel)
      : CHAT_HINTS,
};
