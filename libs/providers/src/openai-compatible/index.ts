import { Type } from 'typebox';
import type { Family } from '../adapter.ts';
import { unfitMarks } from '../cache-marks.ts';
import { CHAT_HINTS } from '../prompt-hints.ts';
import { refuseResultImages } from '../tool-results.ts';
import { Secret } from '../credential-fields.ts';
import { chatCompletions } from '../wire/chat-completions/mapper.ts';
import { failureFromWire } from '../wire/chat-completions/errors.ts';
import { embeddingsOverWire } from '../wire/embeddings/mapper.ts';
import { modelsWire } from '../wire/models/listing.ts';
import { pathFor, withKey } from './azure.ts';
import { contractAt } from './contract.ts';
import { overheadOf } from './overhead.ts';
import { dialectOf, filmWireAt } from './known-providers.ts';

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
    },
    { additionalProperties: false },
  ),
  contract: contractAt,
  sign: withKey,
  failure: failureFromWire,
  chat: { ...chatCompletions(dialectOf), path: (target) => pathFor(target, '/chat/completions') },
  embeddings: {
    ...embeddingsOverWire((target) => dialectOf(target).vectors),
    path: (target) => pathFor(target, '/embeddings'),
  },
  film: filmWireAt,
  listing: modelsWire,
  onDisconnect: 'drain',
  reportsUsage: 'at_the_end',
  overhead: overheadOf,
  promptHints: () => CHAT_HINTS,
  foreignContent: (request) => unfitMarks(request) ?? refuseResultImages(request),
};
