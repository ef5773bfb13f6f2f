import { Type } from 'typebox';
import type { Family, ModelListing } from '../adapter/adapter.ts';
import { Secret } from '../contract/credential-fields.ts';
import type { WireFacts } from '../adapter/facts.ts';
import { asObject } from '../json.ts';
import { modelsWire } from '../wire/models/listing.ts';
import { anthropicBatches } from './batches.ts';
import { anthropicContract } from './contract.ts';
import { failureFromMessages } from '../wire/messages/errors.ts';
import { claudeFacts } from '../claude/facts.ts';
import { lineOf } from '../claude/lines.ts';
import { anthropicOverhead } from './overhead.ts';
import { EXTRA } from '../wire/messages/content.ts';
import { foreignContent } from '../wire/messages/replay.ts';
import { toWireRequest } from '../wire/messages/request.ts';
import { fromWireMessage, modelInMessages } from '../wire/messages/response.ts';
import { createMessageStream } from '../wire/messages/stream.ts';
import { incompatibleContent } from './incompatible-content.ts';
import { usageFromMessages } from '../wire/messages/usage.ts';
import { passthroughFamily, passthroughWire } from '../wire/messages/passthrough.ts';
import { withWireLimits } from '../contract/wire-limits.ts';

/** The version of the wire that this folder speaks. */
const WIRE_VERSION = '2023-06-01';
/** All models on one page. */
const listing: ModelListing = { ...modelsWire, path: '/v1/models?limit=1000' };

function factsOf(upstreamModel: string): WireFacts {
  return claudeFacts(lineOf(upstreamModel)?.context);
}

/** Anthropic: the Messages API. */
export const anthropic: Family = {
  id: 'anthropic',
  marksPrompts: true,
  // Priority is capacity that was bought in advance; batches have a price of their own.
  plainTiers: ['standard', 'priority'],
  provider: 'anthropic',
  baseUrl: 'https://api.anthropic.com',
  credential: Type.Object({ api_key: Secret }, { additionalProperties: false }),
  contract: (model) => withWireLimits(anthropicContract(model), factsOf(model)),
  sign: (call, { api_key: key = '' }) => ({
    ...call,
    headers: { ...call.headers, 'x-api-key': key, 'anthropic-version': WIRE_VERSION },
  }),
  failure: failureFromMessages,
  signsAs: () => EXTRA,
  fetches: () => true,
  foreignContent: (request, endpoint) =>
    foreignContent(request, endpoint) ?? incompatibleContent(request, endpoint),
  chat: {
    framing: 'sse',
    path: () => '/v1/messages',
    toWire: toWireRequest,
    fromWire: fromWireMessage,
    usageIn: (reply) => usageFromMessages(asObject(reply)['usage']).usage,
    modelIn: modelInMessages,
    stream: createMessageStream,
  },
  batches: anthropicBatches,
  messages: () => (request) => passthroughFamily(anthropic, request, passthroughWire(request)),
  listing,
  facts: ({ upstreamModel }) => factsOf(upstreamModel),
  extras: {},
  onDisconnect: 'abort',
  reportsUsage: 'prompt_first',
  // Without an effort, models whose thinking takes a budget do not think; the others may.
  reasonsUnasked: (upstreamModel) => lineOf(upstreamModel)?.thinking !== 'budget',
  overhead: ({ upstreamModel }) => anthropicOverhead(upstreamModel),
};
