import { Type } from 'typebox';
import type { ChatMapper, Endpoint, Family, TokenOverhead } from '../adapter/adapter.ts';
import { isTextOnly } from '@tollgate/contract/text-only';
import { unfitMarks } from '../adapter/cache-marks.ts';
import { Secret } from '../contract/credential-fields.ts';
import type { Dialect } from '../wire/chat-completions/dialect.ts';
import { chatCompletions } from '../wire/chat-completions/mapper.ts';
import { failureFromWire } from '../wire/chat-completions/errors.ts';
import { imagesOverWire } from '../wire/images/mapper.ts';
import { speechOverWire } from '../wire/speech/mapper.ts';
import { transcriptionOverWire } from '../wire/transcription/mapper.ts';
import { isTokenSpeech } from '../openai/speech-lines.ts';
import { isTokenTranscription } from '../openai/transcription-lines.ts';
import { imageTokensOf, isImageModel } from '../openai/image-lines.ts';
import { embeddingsOverWire } from '../wire/embeddings/mapper.ts';
import { rerankOverWire } from '../wire/rerank/mapper.ts';
import { moderationsWire } from '../wire/moderations/mapper.ts';
import { modelsWire } from '../wire/models/listing.ts';
import { pathFor, withKey } from './azure.ts';
import { bareName } from './image-contract.ts';
import { contractAt } from './contract.ts';
import { overheadOf } from './overhead.ts';
import {
  chatDialectAt,
  extensionsFor,
  promptHintsFor,
  responsesLineAt,
  responsesMapperFor,
} from './responses-line.ts';
import { incompatibleWith } from './incompatible-content.ts';
import { COMPATIBLE_FACTS } from './facts.ts';
import {
  dialectOf,
  leastTranscriptionSeconds,
  rerankDialectOf,
  videoWireAt,
} from './known-providers.ts';
import { xaiVideo } from './xai-video.ts';
import type { ImageMapper } from '../adapter/image-wire.ts';
import { EXTRA } from '../wire/responses/types.ts';

/** What follows from an endpoint alone. */
interface Traits {
  dialect: Dialect;
  overhead: TokenOverhead;
  path: string;
  /** Whether requests may have to go to the Responses interface there. */
  hasResponses: boolean;
}

const traits = new WeakMap<Endpoint, Traits>();

/** The traits of an endpoint, found once: every call asks for them, and endpoints stay the same. */
function traitsOf(endpoint: Endpoint): Traits {
  const known = traits.get(endpoint);
  if (known !== undefined) return known;
  const found = {
    dialect: chatDialectAt(endpoint),
    overhead: overheadOf(endpoint),
    path: pathFor(endpoint, '/chat/completions'),
    hasResponses: responsesLineAt(endpoint.upstreamModel, endpoint) !== null,
  };
  traits.set(endpoint, found);
  return found;
}

const completions: ChatMapper = {
  ...chatCompletions((endpoint) => traitsOf(endpoint).dialect),
  path: (endpoint) => traitsOf(endpoint).path,
};

const imagesPlain = imagesOverWire({
  saysFormat: ({ upstreamModel }) => !isImageModel(bareName(upstreamModel)),
  editsAsJson: (endpoint) => videoWireAt(endpoint) === xaiVideo,
});
const imagesAt: ImageMapper = {
  ...imagesPlain,
  path: (endpoint) => pathFor(endpoint, '/images/generations'),
  edits: {
    toWire: (call, endpoint) => imagesPlain.edits.toWire(call, endpoint),
    path: (endpoint) => pathFor(endpoint, '/images/edits'),
  },
};

const transcription = transcriptionOverWire({
  billsTokens: ({ upstreamModel }) => isTokenTranscription(bareName(upstreamModel)),
});

/** No host of Azure is without it. */
const AZURE = /azure/iu;

/**
 * Any provider of the chat-completions wire: its base URL and its prefix belong to the credential.
 */
export const openaiCompatible: Family = {
  id: 'openai-compatible',
  provider: null,
  baseUrl: null,
  credential: Type.Object(
    {
      api_key: Secret,
      /** For Azure: the version of its interface, which its older addresses need. */
      api_version: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$' })),
      /**
       * `no` where the provider serves OpenAI's models over chat completions alone; else those that
       * need the Responses interface are asked there.
       */
      responses_api: Type.Optional(Type.String({ pattern: '^(?:yes|no)$' })),
    },
    { additionalProperties: false },
  ),
  contract: contractAt,
  sign(call, credential) {
    if (credential['api_version'] !== undefined || AZURE.test(call.url)) {
      return withKey(call, credential);
    }
    const { api_key: key = '' } = credential;
    return { ...call, headers: { ...call.headers, authorization: `Bearer ${key}` } };
  },
  failure: failureFromWire,
  chat: {
    ...completions,
    forRequest: (request, endpoint, credential) =>
      traitsOf(endpoint).hasResponses
        ? (responsesMapperFor(request, endpoint, credential) ?? completions)
        : completions,
  },
  embeddings: {
    ...embeddingsOverWire((endpoint) => dialectOf(endpoint).vectors),
    path: (endpoint) => pathFor(endpoint, '/embeddings'),
  },
  images: imagesAt,
  rerank: rerankOverWire(rerankDialectOf),
  moderation: moderationsWire,
  imageTokens: (model, terms) => imageTokensOf(bareName(model), terms),
  speech: {
    ...speechOverWire({
      reportsUsage: ({ upstreamModel }) => isTokenSpeech(bareName(upstreamModel)),
    }),
    path: (endpoint) => pathFor(endpoint, '/audio/speech'),
  },
  transcription: {
    ...transcription,
    path: (endpoint, call) => pathFor(endpoint, transcription.path(endpoint, call)),
    leastSeconds: leastTranscriptionSeconds,
  },
  video: videoWireAt,
  listing: modelsWire,
  facts: () => COMPATIBLE_FACTS,
  extras: {},
  extensions: extensionsFor,
  onDisconnect: 'drain',
  reportsUsage: 'at_the_end',
  overhead: (endpoint) => traitsOf(endpoint).overhead,
  promptHints: promptHintsFor,
  signsAs: () => EXTRA,
  foreignContent: (request, endpoint) =>
    isTextOnly(request) ? null : (unfitMarks(request) ?? incompatibleWith(request, endpoint)),
};
