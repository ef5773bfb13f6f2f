import { createHash } from 'node:crypto';
import type { ChatRequest, Message } from '@tollgate/contract/chat';
import type { ChatMapper, MappedAnswer, MappedEvent, StreamMapper } from '../adapter/adapter.ts';

/** The characters of a name on every wire that limits names. */
const NAME_CHARACTERS_MAX = 64;
/** Enough of a hash that two names of one request never get the same one. */
const HASH_CHARACTERS = 12;

/** Names of one call, from those on the wire to those of the caller. */
type Names = ReadonlyMap<string, string>;

/**
 * The mapper for a request whose tools may have names that the wire does not take, as those that
 * Claude Code makes of MCP servers: such a name goes out as its readable beginning and a hash, in
 * tools, choice and history alike, and comes back as the caller's own. One name always becomes the
 * same one, so that what a provider has sealed in an earlier turn still fits.
 */
export function withFittingNames(
  chat: ChatMapper,
  request: ChatRequest,
  fits: RegExp | undefined,
): ChatMapper {
  const names = fits === undefined ? new Map<string, string>() : renamed(request, fits);
  if (names.size === 0) return chat;
  const reported = new Map([...names].map(([short, own]) => [own, short]));
  return {
    ...chat,
    toWire: (asked, endpoint, stream) => chat.toWire(withNames(asked, reported), endpoint, stream),
    fromWire: (reply, endpoint) => ownNames(chat.fromWire(reply, endpoint), names),
    stream: (endpoint) => ownNamesOf(chat.stream(endpoint), names),
  };
}

function renamed({ tools, messages }: ChatRequest, fits: RegExp): Names {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.tool_calls ?? []) : [],
  );
  const all = [...(tools ?? []), ...calls].map(({ function: { name } }) => name);
  return new Map(all.filter((name) => !fits.test(name)).map((name) => [shortOf(name), name]));
}

function shortOf(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_CHARACTERS);
  const plain = name.replaceAll(/[^a-zA-Z0-9_-]/gu, '_');
  const begun = /^[a-zA-Z_]/u.test(plain) ? plain : `_${plain}`;
  return `${begun.slice(0, NAME_CHARACTERS_MAX - HASH_CHARACTERS - 1)}_${hash}`;
}

function withNames(request: ChatRequest, reported: Names): ChatRequest {
  const { tools, tool_choice: choice } = request;
  return {
    ...request,
    messages: request.messages.map((message) => withNamesIn(message, reported)),
    ...(tools ? { tools: tools.map((tool) => ofFunction(tool, reported)) } : {}),
    ...(typeof choice === 'object' && choice !== null
      ? { tool_choice: ofFunction(choice, reported) }
      : {}),
  };
}

function withNamesIn(message: Message, reported: Names): Message {
  if (message.role === 'tool' && message.name) {
    return { ...message, name: reported.get(message.name) ?? message.name };
  }
  if (message.role !== 'assistant' || !message.tool_calls) return message;
  return { ...message, tool_calls: message.tool_calls.map((call) => ofFunction(call, reported)) };
}

function ofFunction<Named extends { function: { name: string } }>(
  named: Named,
  names: Names,
): Named {
  const own = names.get(named.function.name);
  return own === undefined ? named : { ...named, function: { ...named.function, name: own } };
}

function ownNames(answer: MappedAnswer, names: Names): MappedAnswer {
  const choices = answer.choices.map((choice) => {
    const { tool_calls: calls } = choice.message;
    if (!calls) return choice;
    const own = calls.map((call) => ofFunction(call, names));
    return { ...choice, message: { ...choice.message, tool_calls: own } };
  });
  return { ...answer, choices };
}

function ownNamesOf(mapper: StreamMapper, names: Names): StreamMapper {
  const restored = (events: MappedEvent[]): MappedEvent[] =>
    events.map((event) => withOwnNames(event, names));
  return {
    push: (event) => restored(mapper.push(event)),
    end: () => restored(mapper.end()),
    state: () => mapper.state(),
  };
}

function withOwnNames(event: MappedEvent, names: Names): MappedEvent {
  if (event.kind !== 'choices') return event;
  const choices = event.choices.map((choice) => {
    const { tool_calls: calls } = choice.delta;
    if (!calls) return choice;
    const own = calls.map((call) => {
      const name = names.get(call.function?.name ?? '');
      return name === undefined ? call : { ...call, function: { ...call.function, name } };
    });
    return { ...choice, delta: { ...choice.delta, tool_calls: own } };
  });
  return { ...event, choices };
}
