import type { ChatChoice, ChatChunkChoice, ChatDelta, ToolCall } from '@tollgate/contract/chat';
import type { ToolCounts } from '@tollgate/contract/server-tools';
import { ProviderError } from './adapter.ts';
import type { Failure, MappedAnswer, MappedEvent, Searched } from './adapter.ts';
import { asList, isObject } from '../json.ts';
import { NOTHING_REPORTED } from './usage-reading.ts';
import type { UsageReading } from './usage.ts';

/** Puts the events of a stream together to one answer. */
export interface AnswerAccumulator {
  push(events: readonly MappedEvent[]): void;
  /**
   * The whole answer.
   * @throws ProviderError when a failure came, or a choice has no finish reason
   */
  answer(): MappedAnswer;
}

interface Parts {
  content: string | null;
  refusal: string | null;
  reasoning: string | null;
  calls: Map<number, ToolCall>;
  extra: Record<string, unknown>;
  finish: ChatChoice['finish_reason'] | null;
  logprobs: unknown;
}

/** An empty accumulator. */
export function createAnswerAccumulator(): AnswerAccumulator {
  const choices = new Map<number, Parts>();
  let reading: UsageReading = NOTHING_REPORTED;
  let failure: Failure | null = null;
  const ran: ToolCounts = {};
  const calls: Searched['calls'][number][] = [];
  const annotations: Searched['annotations'][number][] = [];
  const partsAt = (index: number): Parts => {
    const parts = choices.get(index) ?? newParts();
    choices.set(index, parts);
    return parts;
  };
  return {
    push(events) {
      for (const event of events) {
        if (event.kind === 'usage') reading = { usage: event.usage };
        else if (event.kind === 'suspect') reading = { ...reading, suspect: event.reason };
        else if (event.kind === 'failure') failure = event.failure;
        else if (event.kind === 'ran') ran[event.tool] = (ran[event.tool] ?? 0) + 1;
        else if (event.kind === 'searched') calls.push(event.call);
        else if (event.kind === 'annotation') annotations.push(event.annotation);
        else if (event.kind === 'choices')
          for (const choice of event.choices) add(partsAt(choice.index), choice);
      }
    },
    answer() {
      if (failure !== null) throw new ProviderError(failure);
      const made = [...choices].map(([index, parts]) => toChoice(index, parts));
      return {
        choices: made,
        ...reading,
        ...(Object.keys(ran).length === 0 ? {} : { ran }),
        ...(calls.length + annotations.length === 0 ? {} : { searched: { calls, annotations } }),
      };
    },
  };
}

function newParts(): Parts {
  return {
    content: null,
    refusal: null,
    reasoning: null,
    calls: new Map(),
    extra: {},
    finish: null,
    logprobs: null,
  };
}

function add(parts: Parts, { delta, finish_reason: finish, logprobs }: ChatChunkChoice): void {
  parts.content = joined(parts.content, delta.content);
  parts.refusal = joined(parts.refusal, delta.refusal);
  parts.reasoning = joined(parts.reasoning, delta.reasoning_content);
  parts.finish = finish ?? parts.finish;
  parts.logprobs = joinedLists(parts.logprobs, logprobs ?? null);
  Object.assign(parts.extra, delta.extra_content);
  for (const call of delta.tool_calls ?? []) addCall(parts, call);
}

function addCall(parts: Parts, delta: NonNullable<ChatDelta['tool_calls']>[number]): void {
  const call = parts.calls.get(delta.index) ?? {
    id: delta.id ?? '',
    type: 'function',
    function: { name: '', arguments: '' },
  };
  call.function.name += delta.function?.name ?? '';
  call.function.arguments += delta.function?.arguments ?? '';
  if (delta.extra_content !== undefined) {
    call.extra_content = { ...call.extra_content, ...delta.extra_content };
  }
  parts.calls.set(delta.index, call);
}

/**
 * Log probabilities come in pieces: each list of a piece is appended to the same list of the pieces
 * before.
 */
function joinedLists(before: unknown, more: unknown): unknown {
  if (!isObject(before) || !isObject(more)) return more ?? before;
  const merged = Object.entries(more).map(([name, value]) => [
    name,
    Array.isArray(value) ? [...asList(before[name]), ...(value as unknown[])] : value,
  ]);
  return { ...before, ...(Object.fromEntries(merged) as object) };
}

function joined(before: string | null, more: string | null | undefined): string | null {
  return more === null || more === undefined ? before : (before ?? '') + more;
}

function toChoice(index: number, parts: Parts): ChatChoice {
  if (parts.finish === null) {
    throw new ProviderError({ kind: 'malformed', message: 'The answer was not finished.' });
  }
  const calls = [...parts.calls.values()];
  const hasExtra = Object.keys(parts.extra).length > 0;
  return {
    index,
    message: {
      role: 'assistant',
      content: calls.length > 0 && parts.content === '' ? null : parts.content,
      refusal: parts.refusal,
      ...(parts.reasoning === null ? {} : { reasoning_content: parts.reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      ...(hasExtra ? { extra_content: parts.extra } : {}),
    },
    finish_reason: parts.finish,
    logprobs: parts.logprobs,
  };
}
