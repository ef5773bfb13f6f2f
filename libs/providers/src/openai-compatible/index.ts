import { Type } from 'typebox';
import type { Family } from '../adapter.ts';
import { Secret } from '../credential-fields.ts';
import { chatCompletions } from '../wire/chat-completions/mapper.ts';
import { failureFromWire } from '../wire/chat-completions/errors.ts';
import { embeddingsWire } from '../wire/embeddings/mapper.ts';
import { modelsWire } from '../wire/models/listing.ts';
import { compatibleContract } from './contract.ts';
import { overheadOf } from './overhead.ts';
import { dialectOf } from './vendors.ts';

/** Any vendor of the chat-completions wire: its base URL and its prefix belong to the credential. */
export const openaiCompatible: Family = {
  id: 'openai-compatible',
  provider: null,
  baseUrl: null,
  credential: Type.Object({ api_key: Secret }, { additionalProperties: false }),
  contract: compatibleContract,
  sign: (call, { api_key: key = '' }) => ({
    ...call,
    headers: { ...call.headers, authorization: `Bearer ${key}` },
  }),
  failure: failureFromWire,
  chat: chatCompletions(dialectOf),
  embeddings: embeddingsWire,
  listing: modelsWire,
  onDisconnect: 'drain',
  overhead: overheadOf,
};
