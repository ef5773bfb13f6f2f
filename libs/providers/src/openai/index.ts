import { Type } from 'typebox';
import type { Family, HttpCall } from '../adapter.ts';
import { chatCompletions } from '../wire/chat-completions/mapper.ts';
import { PLAIN_DIALECT } from '../wire/chat-completions/dialect.ts';
import { failureFromWire } from '../wire/chat-completions/errors.ts';
import { embeddingsWire } from '../wire/embeddings/mapper.ts';
import { modelsWire } from '../wire/models/listing.ts';
import { HeaderValue, Secret } from '../credential-fields.ts';
import { openaiContract } from './contract.ts';
import { openaiOverhead } from './overhead.ts';
import { unfit } from './unfit.ts';

/** OpenAI itself. */
export const openai: Family = {
  id: 'openai',
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  credential: Type.Object(
    {
      api_key: Secret,
      organization: Type.Optional(HeaderValue),
      project: Type.Optional(HeaderValue),
    },
    { additionalProperties: false },
  ),
  contract: openaiContract,
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
  chat: chatCompletions(() => PLAIN_DIALECT),
  embeddings: embeddingsWire,
  listing: modelsWire,
  onDisconnect: 'abort',
  reportsUsage: 'at_the_end',
  overhead: ({ upstreamModel }) => openaiOverhead(upstreamModel),
  foreignContent: unfit,
};
