import { GatewayError } from '@tollgate/contract/error-codes';
import type { Family, MappedEvent, Endpoint } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import { parseCountTokensRequest, parseMessagesRequest } from '@tollgate/structure/parse-messages';
import { hasRecordings, readRecordings, RECORDINGS } from './recordings.ts';
import type { Recording } from './recordings.ts';

/** The fields that a refusal may name: what has no price here, and the old name of a format. */
const UNPRICED =
  /^(?:tools\[\d+\]\.type|mcp_servers|container|cache_control|speed|inference_geo|fallbacks|output_format|context_management\.edits\[\d+\]\.type|messages\[\d+\]\.content\[\d+\](?:\.content\[\d+\])?\.(?:type|source\.type))$/u;

const recordings = hasRecordings
  ? readRecordings(RECORDINGS).filter(
      ({ family, endpoint, request }) =>
        family === 'anthropic' && endpoint === 'chat' && request?.body != null,
    )
  : [];

function passthrough(body: Record<string, unknown>, endpoint: Endpoint): Family {
  const family = familyById('anthropic')?.messages?.(endpoint)?.({ body, headers: {} });
  if (family === undefined) throw new Error('the family passes nothing on');
  return family;
}

function endpointOf({ request }: Recording): Endpoint {
  const upstreamModel = (request?.body as { model?: string } | null | undefined)?.model ?? '';
  const baseUrl = 'https://api.anthropic.com';
  return { family: 'anthropic', provider: 'anthropic', upstreamModel, baseUrl };
}

/** The field that our route refuses; null when it takes the request. */
function refusedField(body: Record<string, unknown>): string | null {
  try {
    parseMessagesRequest(body);
    return null;
  } catch (error) {
    if (error instanceof GatewayError) return error.param ?? '';
    throw error;
  }
}

/** The events of a recorded stream as they were sent, without the pieces of its framing. */
function sentEvents(sse: string): { type: string | null; data: string }[] {
  return [...sse.matchAll(/^(?:event: ?(.*)\r?\n)?data: ?(.*)$/gm)].map(([, type, data]) => ({
    type: type?.trim() ?? null,
    data: data?.trim() ?? '',
  }));
}

const whenThere = hasRecordings ? describe : describe.skip;

whenThere(
  'recorded requests and answers of the Messages API, in at our route and out again',
  () => {
    test('most of them are taken, and the others are refused by what has no price', () => {
      const served = recordings.filter(({ response }) => response.status === 200);
      const refused = served
        .map(({ id, request }) => [id, refusedField(request?.body ?? {})] as const)
        .filter(([, field]) => field !== null);
      expect(served.length).toBeGreaterThan(50);
      expect(refused.filter(([, field]) => !UNPRICED.test(field ?? ''))).toEqual([]);
      expect(refused.length).toBeLessThan(served.length / 2);
    });

    test('what leaves for the provider is what was recorded', () => {
      for (const recording of recordings) {
        const body = recording.request?.body ?? {};
        if (refusedField(body) !== null) continue;
        const read = parseMessagesRequest(body);
        const { max_tokens: ceiling } = read.asked;
        const request = { model: 'm', messages: [], max_completion_tokens: ceiling };
        const stream = body['stream'] === true;
        const endpoint = endpointOf(recording);
        const sent = passthrough(read.body, endpoint).chat?.toWire(request, endpoint, stream);
        expect([recording.id, sent]).toEqual([recording.id, { ...body, stream }]);
      }
    });

    test('a prompt to be counted leaves as it was recorded, and its count comes back', () => {
      const counts = readRecordings(RECORDINGS).filter(
        ({ family, endpoint }) => family === 'anthropic' && endpoint === 'count_tokens',
      );
      expect(counts.length).toBeGreaterThan(0);
      for (const recording of counts) {
        const given = recording.request?.body ?? {};
        const { promptCounter } = passthrough(
          parseCountTokensRequest(given).body,
          endpointOf(recording),
        );
        expect(recording.request?.url).toBe(`https://api.anthropic.com${promptCounter?.path}`);
        expect(promptCounter?.toWire(endpointOf(recording))).toEqual(given);
        expect({ input_tokens: promptCounter?.fromWire(recording.response.body) }).toEqual(
          recording.response.body,
        );
      }
    });

    test('what comes back is what was recorded, event by event', () => {
      let streams = 0;
      let documents = 0;
      for (const recording of recordings) {
        const { status, sse, body } = recording.response;
        if (status !== 200) continue;
        const { chat } = passthrough({}, endpointOf(recording));
        const endpoint = endpointOf(recording);
        if (sse !== undefined) {
          const mapper = chat?.stream(endpoint);
          const events = sentEvents(sse);
          const reported = events
            .flatMap((event): MappedEvent[] => mapper?.push(event) ?? [])
            .flatMap((event) => (event.kind === 'passthrough' ? [event.event.data] : []));
          expect([recording.id, reported]).toEqual([recording.id, events.map(({ data }) => data)]);
          streams += 1;
        } else if (body !== undefined) {
          expect(chat?.fromWire(body, endpoint).passthrough).toBe(body);
          documents += 1;
        }
      }
      expect(streams).toBeGreaterThan(10);
      expect(documents).toBeGreaterThan(10);
    });
  },
);
