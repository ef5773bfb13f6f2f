import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { ChatMapper, MappedEvent, StreamMapper, WireEvent } from '../adapter/adapter.ts';
import { ANY, NONE, oneOf } from '../contract/contract.ts';
import { CHAT_HINTS, promptHintRules } from '../contract/prompt-hints.ts';
import { asList, asObject, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { WIRE_RULES } from '../wire/openai-rules.ts';
import { isDone, payloadOf } from '../wire/stream-mapper.ts';

/**
 * OpenAI's models that search the web before every answer, over chat completions alone. The
 * provider bills one search for each answer and counts none in it.
 * @see https://developers.openai.com/api/docs/guides/tools-web-search
 */
const SEARCH_MODELS =
  /^(?:gpt-4o(?:-mini)?-search-preview|gpt-5-search-api)(?:-\d{4}-\d{2}-\d{2})?$/u;

/** Whether a model of OpenAI searches the web before every answer. */
export function isSearchModel(model: string): boolean {
  return SEARCH_MODELS.test(model);
}

/**
 * The contract of a search model. The provider refuses sampling, choices, tools and efforts
 * ("Model incompatible request argument supplied"); LiteLLM's list of refused parameters agrees.
 * @returns null for any other model
 */
export function searchContract(model: string): ContractDraft | null {
  if (!isSearchModel(model)) return null;
  return {
    source: 'published',
    capability: 'chat',
    parameters: {
      ...WIRE_RULES,
      temperature: NONE,
      top_p: NONE,
      n: oneOf(1),
      stop: NONE,
      seed: NONE,
      presence_penalty: NONE,
      frequency_penalty: NONE,
      logit_bias: NONE,
      logprobs: NONE,
      top_logprobs: NONE,
      tools: NONE,
      tool_choice: NONE,
      parallel_tool_calls: NONE,
      web_search: oneOf('chat'),
      service_tier: oneOf('default'),
      prompt_cache_key: ANY,
      ...promptHintRules(CHAT_HINTS),
    },
    limits: { context_tokens: 128_000, output_tokens: 16_384 },
    dimensions: ['input', 'cache_read', 'output', 'web_search'],
  };
}

/**
 * Chat completions of a search model: its options on the request, and the citations of its answer.
 * @param wire chat completions as all other models have them
 */
export function searchingCompletions(wire: ChatMapper): ChatMapper {
  return {
    ...wire,
    toWire(request, endpoint, stream) {
      const body = wire.toWire(request, endpoint, stream) as JsonObject;
      const options = request.search?.options;
      return options === undefined ? body : { ...body, web_search_options: options };
    },
    fromWire(reply, endpoint) {
      const { rest, annotations } = apart(reply, 'message');
      const answer = wire.fromWire(rest, endpoint);
      return annotations.length === 0
        ? answer
        : { ...answer, searched: { calls: [], annotations } };
    },
    stream: (endpoint) => citingStream(wire.stream(endpoint)),
  };
}

function citingStream(mapper: StreamMapper): StreamMapper {
  return {
    push(event) {
      const { rest, annotations } = pieceOf(event);
      const cited = annotations.map((annotation): MappedEvent => ({
        kind: 'annotation',
        annotation,
      }));
      return [...cited, ...mapper.push(rest)];
    },
    end: () => mapper.end(),
    state: () => mapper.state(),
  };
}

/** An event without the citations in it, which few events have. */
function pieceOf(event: WireEvent): { rest: WireEvent; annotations: readonly JsonObject[] } {
  if (isDone(event) || !event.data.includes('"annotations"'))
    return { rest: event, annotations: [] };
  const { rest, annotations } = apart(payloadOf(event), 'delta');
  const payload = rest as JsonObject;
  return { rest: { ...event, data: JSON.stringify(payload), payload }, annotations };
}

/** A reply without its citations, and these with their members beside the type. */
function apart(
  reply: unknown,
  name: 'message' | 'delta',
): { rest: unknown; annotations: readonly JsonObject[] } {
  const [choice] = asList(asObject(reply)['choices']).map(asObject);
  const message = asObject(choice?.[name]);
  if (!isObject(reply) || message['annotations'] === undefined)
    return { rest: reply, annotations: [] };
  const { annotations, ...others } = message;
  const rest = { ...reply, choices: [{ ...choice, [name]: others }] };
  return { rest, annotations: asList(annotations).map(asObject).flatMap(citationOf) };
}

function citationOf({ type, url_citation: cited }: JsonObject): JsonObject[] {
  return type === 'url_citation' && isObject(cited) ? [{ ...cited, type }] : [];
}
