import { Type } from 'typebox';
import type { ChatMapper, Family } from '../adapter.ts';
import { unfitMarks } from '../cache-marks.ts';
import { Secret } from '../credential-fields.ts';
import { chatCompletions } from '../wire/chat-completions/mapper.ts';
import { failureFromWire } from '../wire/chat-completions/errors.ts';
import { embeddingsOverWire } from '../wire/embeddings/mapper.ts';
import { modelsWire } from '../wire/models/listing.ts';
import { pathFor, withKey } from './azure.ts';
import { contractAt } from './contract.ts';
import { overheadOf } from './overhead.ts';
import {
  chatDialectAt,
  extensionsFor,
  promptHintsFor,
  responsesMapperFor,
} from './responses-line.ts';
import { incompatibleWith } from './incompatible-content.ts';
import { COMPATIBLE_FACTS } from './facts.ts';
import { dialectOf, videoWireAt } from './known-providers.ts';
import { EXTRA } from '../wire/responses/replay.ts';

const completions: ChatMapper = {
  ...chatCompletions(chatDialectAt),
  path: (target) => pathFor(target, '/chat/completions'),
};

/** Any provider of the chat-completions wire: its base URL and its prefix belong to the credential. */
export const openaiCompatible: Family = {
  id: 'openai-compatible',
  provider: null,
  baseUrl: null,
  credential: Type.Object(
    {
      api_key: Secret,
      /** For Azure: the version of its interface, which its older addresses need. */
      api_version: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9.-]{0,39}$' })),
      /** `no` where the provider serves OpenAI's models over chat completions alone; else those that need the Responses interface are asked there. */
      responses_api: Type.Optional(Type.String({ pattern: '^(?:yes|no)$' })),
    },
    { additionalProperties: false },
  ),
  contract: contractAt,
  sign: withKey,
  failure: failureFromWire,
  chat: {
    ...completions,
    forRequest: (request, target, credential) =>
      responsesMapperFor(request, target, credential) ?? completions,
  },
  embeddings: {
    ...embeddingsOverWire((target) => dialectOf(target).vectors),
    path: (target) => pathFor(target, '/embeddings'),
  },
  video: videoWireAt,
  listing: modelsWire,
  facts: () => COMPATIBLE_FACTS,
  extras: {},
  extensions: extensionsFor,
  onDisconnect: 'drain',
  reportsUsage: 'at_the_end',
  overhead: overheadOf,
  promptHints: promptHintsFor,
  signsAs: () => EXTRA,
  foreignContent: (request, target) => unfitMarks(request) ?? incompatibleWith(request, target),
};
