import type { ChatChoice, ChatChunkChoice } from '@tollgate/contract/chat';
import type { MappedAnswer, MappedEvent } from '../adapter/adapter.ts';
import { reportedParts } from '../wire/stream-mapper.ts';

/** A whole answer as the events of a stream that brings everything at once. */
export async function* answerEvents(
  answer: MappedAnswer,
): AsyncGenerator<readonly MappedEvent[], void, void> {
  const choices = answer.choices.map(toDelta);
  yield await Promise.resolve([{ kind: 'choices', choices }, ...reportedParts(answer)]);
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
