import type { ChatRequest } from '@tollgate/contract/chat';
import { MalformedReply } from '../adapter.ts';
import type {
  ChatMapper,
  Failure,
  Family,
  MappedEvent,
  StreamMapper,
  Target,
  VerbatimRequest,
  WireEvent,
} from '../adapter.ts';
import { lineOf } from '../claude/lines.ts';
import { asObject, asText, isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { cleanProviderText } from '../provider-text.ts';

/** Failures whose words a client of this wire reads to mend its request. */
const TOLD_IN_THEIR_WORDS: ReadonlySet<Failure['kind']> = new Set(['rejected', 'context_length']);

/**
 * The family with a chat mapper that sends one request as it came. Only the name of the model and the ceiling of the output are ours: they are what the hold
 * was made for. The answer is read for its counts and handed on as it came.
 */
export function verbatimFamily(family: Family, { body, headers }: VerbatimRequest): Family {
  const { chat } = family;
  if (chat === undefined) throw new TypeError('the family has no chat');
  return {
    ...family,
    async sign(call, credential, at) {
      const signed = await family.sign(call, credential, at);
      return { ...signed, headers: { ...headers, ...signed.headers } };
    },
    failure: (status, given, reply) => inTheirWords(family.failure(status, given, reply), reply),
    chat: verbatimChat(chat, body),
    promptCounter: {
      path: '/v1/messages/count_tokens',
      toWire: ({ upstreamModel }) => ({ ...body, model: upstreamModel }),
      fromWire: countIn,
    },
  };
}

function countIn(reply: unknown): number {
  const { input_tokens: count } = asObject(reply);
  if (Number.isSafeInteger(count) && Number(count) >= 0) return Number(count);
  throw new MalformedReply('the reply holds no count');
}

function verbatimChat(chat: ChatMapper, body: VerbatimRequest['body']): ChatMapper {
  return {
    ...chat,
    toWire: (request, target, stream) => ({
      ...body,
      ...defaultEffort(body, request, target),
      model: target.upstreamModel,
      max_tokens: request.max_completion_tokens ?? request.max_tokens,
      stream,
    }),
    fromWire: (reply, target) => ({ ...chat.fromWire(reply, target), verbatim: asObject(reply) }),
    stream: (target) => handingOn(chat.stream(target)),
  };
}

/** The default effort of a key, where the caller says nothing about thinking and the model knows efforts. */
function defaultEffort(
  { thinking, output_config: output }: VerbatimRequest['body'],
  { reasoning_effort: effort }: ChatRequest,
  { upstreamModel }: Target,
): { output_config?: JsonObject } {
  const isSilent = (thinking ?? null) === null && (asObject(output)['effort'] ?? null) === null;
  if (!isSilent || !effort || effort === 'none') return {};
  if (lineOf(upstreamModel)?.thinking !== 'adaptive') return {};
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
  return [{ kind: 'verbatim', event: { type, data: line, payload } }];
}

function inTheirWords(failure: Failure, reply: unknown): Failure {
  if (!TOLD_IN_THEIR_WORDS.has(failure.kind)) return failure;
  const words = cleanProviderText(asText(asObject(asObject(reply)['error'])['message']) ?? '');
  return words === '' ? failure : { ...failure, message: words };
}
