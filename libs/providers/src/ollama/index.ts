import { Type } from 'typebox';
import type { Family } from '../adapter/adapter.ts';
import { Secret } from '../contract/credential-fields.ts';
import { asObject } from '../json.ts';
import { ollamaContract } from './contract.ts';
import { ollamaEmbeddings } from './embeddings.ts';
import { failureFromWire } from '../wire/ollama/errors.ts';
import { ollamaModels } from './listing.ts';
import { ollamaOverhead } from './overhead.ts';
import { toWireRequest } from '../wire/ollama/request.ts';
import { fromWireReply } from '../wire/ollama/response.ts';
import { createOllamaStream } from '../wire/ollama/stream.ts';
import { usageFromWire } from '../wire/ollama/usage.ts';

/**
 * A server of local models, at an address that an administrator gives; most of them ask for no key.
 */
export const ollama: Family = {
  id: 'ollama',
  provider: 'ollama',
  baseUrl: null,
  credential: Type.Object({ api_key: Type.Optional(Secret) }, { additionalProperties: false }),
  contract: ollamaContract,
  sign: (call, { api_key: key }) =>
    key === undefined
      ? call
      : { ...call, headers: { ...call.headers, authorization: `Bearer ${key}` } },
  failure: failureFromWire,
  chat: {
    framing: 'ndjson',
    path: () => '/api/chat',
    toWire: toWireRequest,
    fromWire: (reply) => fromWireReply(reply),
    usageIn: (reply) => usageFromWire(asObject(reply)).usage,
    modelIn: (reply) => asObject(reply)['model'],
    stream: () => createOllamaStream(),
  },
  embeddings: ollamaEmbeddings,
  listing: ollamaModels,
  // A server stops at once when the connection closes, and its work costs no tokens.
  extras: { within: 'options' },
  onDisconnect: 'abort',
  reportsUsage: 'at_the_end',
  loadsModels: true,
  overhead: ollamaOverhead,
};
