import type { ChatChoice, ChatChunkChoice } from '@tollgate/contract/chat';
import type { MappedAnswer, MappedEvent } from './adapter.ts';

/** A whole answer as the events of a stream that brings everything at once. */
export async function* answerEvents(
  answer: MappedAnswer,
): AsyncGenerator<readonly MappedEvent[], void, void> {
  const events: MappedEvent[] = [{ kind: 'choices', choices: answer.choices.map(toDelta) }];
  if (answer.usage !== null) events.push({ kind: 'usage', usage: answer.usage });
  yield await Promise.resolve(events);
}

function toDelta({ index, message, finish_reason: finish, logprobs }: ChatChoice): ChatChunkChoice {
  const { tool_calls: calls, refusal, ...rest } = message;
  return {
    index,
    delta: {
      ...rest,
      ...(refusal === null ? {} : { refusal }),
      ...(calls === undefined
        ? {}
        : { tool_calls: calls.map((call, position) => ({ ...call, index: position })) }),
    },
    finish_reason: finish,
    ...(logprobs === null ? {} : { logprobs }),
  };
}
