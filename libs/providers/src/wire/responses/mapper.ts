import { inPlace } from '@tollgate/contract/extensions';
import type { ChatRequest } from '@tollgate/contract/chat';
import type { ChatMapper, Endpoint } from '../../adapter/adapter.ts';
import { asObject } from '../../json.ts';
import { responsesUsage } from './output.ts';
import { withoutForeignItems } from './replay.ts';
import { toResponsesRequest } from './request.ts';
import { fromResponse } from './response.ts';
import { createResponsesStream } from './stream.ts';
import type { WireRequest } from './types.ts';

/** Chat over the Responses wire, for models that no other interface serves. */
export const responsesWire: ChatMapper = {
  framing: 'sse',
  path: () => '/responses',
  toWire,
  fromWire: fromResponse,
  usageIn: (reply) => responsesUsage(asObject(reply)['usage']).usage,
  modelIn(reply) {
    const { model, response } = asObject(reply);
    return model ?? asObject(response)['model'];
  },
  stream: createResponsesStream,
};

/**
 * As {@link responsesWire} makes a request, for models that chat completions serve too: what
 * another model has kept is left out, as it is there.
 */
export const toResponsesAnyway: ChatMapper['toWire'] = (request, endpoint, stream) =>
  toWire(withoutForeignItems(request, endpoint), endpoint, stream);

function toWire(request: ChatRequest, endpoint: Endpoint, stream: boolean): WireRequest {
  const wire = toResponsesRequest(request, endpoint, stream);
  return request.unknown === undefined ? wire : inPlace(wire);
}
