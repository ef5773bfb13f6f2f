import type { ChatRequest } from '@tollgate/contract/chat';
import { MalformedReply } from '../../adapter/adapter.ts';
import type {
  ChatMapper,
  Failure,
  Family,
  MappedEvent,
  PromptCounter,
  StreamMapper,
  Endpoint,
  PassthroughRequest,
  WireEvent,
} from '../../adapter/adapter.ts';
import { withOwnMarksInBody } from '../../adapter/cache-marks.ts';
import { lineOf } from '../../claude/lines.ts';
import type { ModelLine } from '../../claude/lines.ts';
import { asObject, asText, isObject, parseJson } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { cleanProviderText } from '../../adapter/provider-text.ts';

/** Failures whose words a client of this wire reads to mend its request. */
const TOLD_IN_THEIR_WORDS: ReadonlySet<Failure['kind']> = new Set(['rejected', 'context_length']);

/** How a host of Claude takes requests of this wire. */
export interface PassthroughWire {
  /** Headers that go along; none of them replaces ours. */
  headers: Readonly<Record<string, string>>;
  /** The line of Claude that a model of the host belongs to. */
  lineOf(upstreamModel: string): ModelLine | null;
  /** The body of a call, whose ceiling is set. */
  toWire(body: JsonObject, endpoint: Endpoint, stream: boolean): JsonObject;
  /** The words of an error. */
  wordsIn(reply: unknown): string | undefined;
  promptCounter: PromptCounter;
  /** Takes the events out of what the host wraps them in. */
  unwrapping?(mapper: StreamMapper): StreamMapper;
}

/** How the provider itself takes a request. */
export function passthroughWire({ body, headers }: PassthroughRequest): PassthroughWire {
  return {
    headers,
    lineOf,
    toWire: (given, { upstreamModel: model }, stream) => ({ ...given, model, stream }),
    wordsIn: (reply) => asText(asObject(asObject(reply)['error'])['message']),
    promptCounter: {
      path: '/v1/messages/count_tokens',
      toWire: ({ upstreamModel }) => ({ ...body, model: upstreamModel }),
      fromWire: (reply) => countFrom(asObject(reply)['input_tokens']),
    },
  };
}

/**
 * The family with a chat mapper that sends one request as it came. Only the name of the model and
 * the ceiling of the output are ours: they are what the hold was made for. The answer is read for
 * its counts and handed on as it came.
 */
export function passthroughFamily(
  family: Family,
  { body }: Pick<PassthroughRequest, 'body'>,
  wire: PassthroughWire,
): Family {
  // A body that goes as it came has its extra parameters already.
  const { extras: _, ...rest } = family;
  const { chat } = rest;
  if (chat === undefined) throw new TypeError('the family has no chat');
  const { promptCounter } = wire;
  return {
    ...rest,
    async sign(call, credential, at) {
      const signed = await family.sign(call, credential, at);
      return { ...signed, headers: { ...wire.headers, ...signed.headers } };
    },
    failure: (status, given, reply) =>
      inTheirWords(family.failure(status, given, reply), wire.wordsIn(reply)),
    chat: passthroughChat(chat, body, wire),
    promptCounter,
  };
}

/** @throws MalformedReply for what is no count of tokens */
export function countFrom(count: unknown): number {
  if (Number.isSafeInteger(count) && Number(count) >= 0) return Number(count);
  throw new MalformedReply('the reply holds no count');
}

function passthroughChat(
  family: ChatMapper,
  body: PassthroughRequest['body'],
  wire: PassthroughWire,
): ChatMapper {
  const { forRequest: _, ...chat } = family;
  return {
    ...chat,
    toWire(request, endpoint, stream) {
      const effort = defaultEffort(body, request, wire.lineOf(endpoint.upstreamModel));
      const ceiling = request.max_completion_tokens ?? request.max_tokens;
      const marked = withOwnMarksInBody(body, endpoint.cacheTtl);
      return wire.toWire({ ...marked, ...effort, max_tokens: ceiling }, endpoint, stream);
    },
    fromWire: (reply, endpoint) => ({
      ...chat.fromWire(reply, endpoint),
      passthrough: asObject(reply),
    }),
    stream(endpoint) {
      const mapper = handingOn(chat.stream(endpoint));
      return wire.unwrapping?.(mapper) ?? mapper;
    },
  };
}

/**
 * The default effort of a key, where the caller says nothing about thinking and the model knows
 * efforts.
 */
function defaultEffort(
  { thinking, output_config: output }: PassthroughRequest['body'],
  { reasoning_effort: effort }: ChatRequest,
  line: ModelLine | null,
): { output_config?: JsonObject } {
  const isSilent = (thinking ?? null) === null && (asObject(output)['effort'] ?? null) === null;
  if (!isSilent || !effort || effort === 'none') return {};
  if (line?.thinking !== 'adaptive') return {};
  return { output_config: { ...asObject(output), effort } };
}

/** Hands each event on before what it means. */
function handingOn(mapper: StreamMapper): StreamMapper {
  return {
    push(event) {
      const payload = parseJson(event.data);
      if (!isObject(payload)) return mapper.push(event);
      return [...handedOn(event, payload), ...mapper.push({ ...event, payload })];
    },
    end: () => mapper.end(),
    state: () => mapper.state(),
  };
}

function handedOn({ data }: WireEvent, payload: JsonObject): MappedEvent[] {
  const type = asText(payload['type']);
  if (type === undefined) return [];
  // A line break within would end the event's line.
  const line = /[\r\n]/u.test(data) ? JSON.stringify(payload) : data;
  return [{ kind: 'passthrough', event: { type, data: line, payload } }];
}

function inTheirWords(failure: Failure, reported = ''): Failure {
  if (!TOLD_IN_THEIR_WORDS.has(failure.kind)) return failure;
  const words = cleanProviderText(reported);
  return words === '' ? failure : { ...failure, message: words };
}
