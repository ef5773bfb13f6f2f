import type {
  ChatMapper,
  Family,
  MappedEvent,
  PassthroughMaker,
  StreamMapper,
  Endpoint,
  WireEvent,
} from '../adapter/adapter.ts';
import { fromWireMessage, modelInMessages } from '../wire/messages/response.ts';
import { createMessageStream } from '../wire/messages/stream.ts';
import { usageFromMessages } from '../wire/messages/usage.ts';
import { countFrom, passthroughFamily } from '../wire/messages/passthrough.ts';
import { EXCEPTION_PREFIX } from '../framing/aws-event-stream.ts';
import { isToolTrace } from '@tollgate/contract/tool-traces';
import { asObject, asText, isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { failed } from '../wire/stream-mapper.ts';
import { claudeLineOf } from '../wire/converse/claude.ts';
import { failureOfException } from '../wire/converse/errors.ts';
import { BEDROCK_BETAS } from './facts.ts';
import { modelPath } from '../wire/converse/model-name.ts';

/** The version of the wire, which is in the body here. */
const VERSION = 'bedrock-2023-05-31';
/**
 * Hints that this host refuses: it has one tier, one speed and the location of its region, and
 * keeps marked blocks only.
 */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'service_tier',
  'speed',
  'inference_geo',
  'cache_control',
]);
const SCOPE = /(?:^|\.)cache_control\.scope$/u;
/** What tools of a provider have left in an answer, see {@link isLeftByTool}: no host reads it. */
const SEARCHED = /^messages\[\d+\]\.content\[\d+\]\.(?:type|citations)$/u;

/** Whether a hint stays behind, by its path in the request. */
export function isLeftOut(path: string): boolean {
  return LEFT_OUT.has(path) || SCOPE.test(path) || SEARCHED.test(path);
}

/**
 * Members of turns and blocks that hold marked blocks; what else they hold is the caller's data.
 */
const MARKED_LISTS: ReadonlySet<string> = new Set(['content']);

/** What the host adds to the last event of a stream. */
const METRICS = 'amazon-bedrock-invocationMetrics';

/**
 * Claude over InvokeModel, whose body is that of the Messages API. Null for other models.
 * @see
 *   https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages.html
 */
export function passthroughClaude(family: Family, endpoint: Endpoint): PassthroughMaker | null {
  const { upstreamModel } = endpoint;
  if (claudeLineOf(upstreamModel) === null) return null;
  const invoking: Family = { ...family, chat: invokedChat, reportsUsage: 'prompt_first' };
  return ({ body, headers }) => {
    const betas = knownBetas(headers['anthropic-beta']);
    const toBody = (given: JsonObject): JsonObject => {
      const { model: _, stream: __, ...rest } = withoutLeftOut(given);
      const features = betas.length === 0 ? {} : { anthropic_beta: betas };
      return { ...rest, anthropic_version: VERSION, ...features };
    };
    return passthroughFamily(
      invoking,
      { body },
      {
        headers: {},
        lineOf: claudeLineOf,
        unwrapping,
        toWire: toBody,
        wordsIn: (reply) => asText(asObject(reply)['message']),
        promptCounter: {
          path: modelPath(upstreamModel, 'count-tokens'),
          toWire: () => ({
            input: { invokeModel: { body: base64Of(toBody(withCeiling(body))) } },
          }),
          fromWire: (reply) => countFrom(asObject(reply)['inputTokens']),
        },
      },
    );
  };
}

const invokedChat: ChatMapper = {
  framing: 'aws-event-stream',
  path: ({ upstreamModel }, stream) =>
    modelPath(upstreamModel, stream ? 'invoke-with-response-stream' : 'invoke'),
  toWire: () => {
    throw new TypeError('only requests of this wire are sent so');
  },
  fromWire: fromWireMessage,
  usageIn: (reply) => usageFromMessages(asObject(reply)['usage']).usage,
  modelIn(reply) {
    const bytes = asText(asObject(reply)['bytes']);
    return modelInMessages(bytes === undefined ? reply : parseJson(textOf(bytes)));
  },
  stream: createMessageStream,
};

/**
 * The body without hints that this host refuses, and without members that are null and say nothing.
 */
function withoutLeftOut(body: JsonObject): JsonObject {
  const kept = Object.entries({ ...body, messages: withoutToolTraces(body['messages']) }).filter(
    ([name, value]) => value !== null && !LEFT_OUT.has(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutScopes(value)]));
}

/** The turns without what tools have left in the answers of another host. */
function withoutToolTraces(turns: unknown): unknown {
  if (!Array.isArray(turns)) return turns;
  const read = (turns as JsonObject[]).map((turn) => {
    const { role, content } = turn;
    if (role !== 'assistant' || !Array.isArray(content)) return turn;
    const blocks: readonly JsonObject[] = content;
    if (!blocks.some((block) => isToolTrace(block) || isToolTrace(block['citations']))) {
      return turn;
    }
    const kept = blocks.filter((block) => !isToolTrace(block)).map(withoutCitations);
    return { ...turn, content: kept };
  });
  return read.filter(({ content }) => !Array.isArray(content) || content.length > 0);
}

function withoutCitations(block: JsonObject): JsonObject {
  const { citations, ...rest } = block;
  return isToolTrace(citations) ? rest : block;
}

function withoutScopes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutScopes);
  if (!isObject(value)) return value;
  const { cache_control: mark } = value;
  const blocks = Object.entries(value).map(([name, member]) =>
    MARKED_LISTS.has(name) ? [name, withoutScopes(member)] : [name, member],
  );
  const whole = Object.fromEntries(blocks) as JsonObject;
  if (!isObject(mark)) return whole;
  const { scope: _, ...rest } = mark;
  return { ...whole, cache_control: rest };
}

function knownBetas(named = ''): string[] {
  return named.split(',').filter((beta) => BEDROCK_BETAS.value.includes(beta));
}

/**
 * A prompt that is only counted has no ceiling, which a body has to have; reasoning fits below any
 * of these.
 */
function withCeiling(body: JsonObject): JsonObject {
  const budget = Number(asObject(body['thinking'])['budget_tokens'] ?? 0);
  return { ...body, max_tokens: body['max_tokens'] ?? budget + 1 };
}

function base64Of(body: JsonObject): string {
  return Buffer.from(JSON.stringify(body)).toString('base64');
}

/** Each event is bytes within one of the host's own; exceptions come beside them. */
function unwrapping(mapper: StreamMapper): StreamMapper {
  let hasFailed = false;
  return {
    push(event) {
      if (hasFailed) return [];
      if (event.type?.startsWith(EXCEPTION_PREFIX) !== true) return pushed(mapper, event);
      hasFailed = true;
      return failed(failureOfException(event.type.slice(EXCEPTION_PREFIX.length), event.data));
    },
    end: () => (hasFailed ? [] : mapper.end()),
    state: () => (hasFailed ? 'closed' : mapper.state()),
  };
}

function pushed(mapper: StreamMapper, event: WireEvent): MappedEvent[] {
  const payload = parseJson(event.data);
  // The reader of the events reports a broken one.
  if (!isObject(payload)) return mapper.push(event);
  const bytes = asText(payload['bytes']);
  if (bytes === undefined) return [];
  const data = textOf(bytes);
  return mapper.push({ type: null, data: data.includes(METRICS) ? withoutMetrics(data) : data });
}

function textOf(bytes: string): string {
  return Buffer.from(bytes, 'base64').toString('utf8');
}

function withoutMetrics(data: string): string {
  const { [METRICS]: _, ...event } = asObject(parseJson(data));
  return JSON.stringify(event);
}
