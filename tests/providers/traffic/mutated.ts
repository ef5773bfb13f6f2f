import type {
  ChatMapper,
  EmbeddingsMapper,
  Family,
  Failure,
  HttpCall,
  MappedAnswer,
  MappedEvent,
  Usage,
} from '@tollgate/providers/adapter/adapter';
import type { ChatChoice, ChatChunkChoice } from '@tollgate/contract/chat';

/** What a family does wrong; each member stands in for what the family made. */
export interface Wrongs {
  path?: (path: string) => string;
  body?: (body: unknown) => unknown;
  signed?: (call: HttpCall) => HttpCall;
  choice?: (choice: ChatChoice) => ChatChoice;
  /** A piece of a stream. */
  piece?: (piece: ChatChunkChoice) => ChatChunkChoice;
  usage?: (usage: Usage) => Usage;
  choices?: (choices: ChatChoice[]) => ChatChoice[];
  failure?: (failure: Failure) => Failure;
  vectors?: (vectors: number[][]) => number[][];
}

/** A fault that a mapping may have, and in which families it has to be noticed. */
export interface Mutant {
  families: readonly string[];
  wrongs: Wrongs;
}

/** The family with a fault. */
export function mutated(family: Family, wrongs: Wrongs): Family {
  const { chat, embeddings } = family;
  return {
    ...family,
    ...(chat === undefined ? {} : { chat: mutatedChat(chat, wrongs) }),
    ...(embeddings === undefined ? {} : { embeddings: mutatedVectors(embeddings, wrongs) }),
    async sign(...given) {
      const call = await family.sign(...given);
      return wrongs.signed?.(call) ?? call;
    },
    failure(...given) {
      const failure = family.failure(...given);
      return wrongs.failure?.(failure) ?? failure;
    },
  };
}

function mutatedChat(chat: ChatMapper, wrongs: Wrongs): ChatMapper {
  const { choice, choices, usage } = wrongs;
  return {
    ...chat,
    forRequest: (request, endpoint, credential) =>
      mutatedChat(chat.forRequest?.(request, endpoint, credential) ?? chat, wrongs),
    path: (...given) => wrongs.path?.(chat.path(...given)) ?? chat.path(...given),
    toWire: (...given) => bodyOf(wrongs, chat.toWire(...given)),
    fromWire(...given): MappedAnswer {
      const answer = chat.fromWire(...given);
      const mapped = choice === undefined ? answer.choices : answer.choices.map(choice);
      return {
        ...answer,
        choices: choices?.(mapped) ?? mapped,
        usage: answer.usage && (usage?.(answer.usage) ?? answer.usage),
      };
    },
    stream(...given) {
      const mapper = chat.stream(...given);
      const wrong = (events: MappedEvent[]): MappedEvent[] => events.map(eventOf(wrongs));
      return {
        push: (event) => wrong(mapper.push(event)),
        end: () => wrong(mapper.end()),
        state: () => mapper.state(),
      };
    },
  };
}

function bodyOf({ body }: Wrongs, made: unknown): unknown {
  return body === undefined ? made : body(JSON.parse(JSON.stringify(made)));
}

function eventOf({ piece, usage, failure }: Wrongs): (event: MappedEvent) => MappedEvent {
  return (event) => {
    if (event.kind === 'choices' && piece) return { ...event, choices: event.choices.map(piece) };
    if (event.kind === 'usage' && usage) return { ...event, usage: usage(event.usage) };
    return event.kind === 'failure' && failure
      ? { ...event, failure: failure(event.failure) }
      : event;
  };
}

function mutatedVectors(mapper: EmbeddingsMapper, wrongs: Wrongs): EmbeddingsMapper {
  return {
    ...mapper,
    toWire: (...given) => mapper.toWire(...given).map((made) => bodyOf(wrongs, made)),
    fromWire(...given) {
      const made = mapper.fromWire(...given);
      return { ...made, vectors: wrongs.vectors?.(made.vectors) ?? made.vectors };
    },
  };
}
