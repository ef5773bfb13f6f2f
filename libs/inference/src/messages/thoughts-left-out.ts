import type { AssistantBlock, MessagesRequest, MessagesTurn } from '@tollgate/contract/messages';
import type { OpenedThoughts } from '@tollgate/structure/messages-conversation';

type Thought = Extract<AssistantBlock, { type: 'thinking' | 'redacted_thinking' }>;

/** Which of the thoughts that a provider of this shape has signed are left out: those of turns that a user has closed, or all. */
export type SignedLeftOut = 'closed' | 'all';

/** A request, and which of its thoughts were sealed here. */
interface Asked {
  asked: Pick<MessagesRequest, 'messages'>;
  opened: OpenedThoughts;
}

/**
 * The place of the first turn whose thoughts stay. Turns are closed once a user has said something behind them, which results of tools
 * do not.
 */
export function keptFrom(turns: readonly MessagesTurn[], which: SignedLeftOut | null): number {
  if (which === null) return 0;
  if (which === 'all') return turns.length;
  return turns.findLastIndex(
    ({ role, content }) =>
      role === 'user' &&
      (typeof content === 'string' || content.some(({ type }) => type !== 'tool_result')),
  );
}

/** Whether a request holds thoughts of these turns that were not sealed here, so that a provider has signed them. */
export function holdsSigned({ asked, opened }: Asked, which: SignedLeftOut): boolean {
  const from = keptFrom(asked.messages, which);
  return thoughtsIn(asked).some(({ block, at }) => !opened.has(block) && at < from);
}

/** The places of thoughts that a provider of this shape does not get: those that were sealed here, and those that are left out. */
export function keptFromClaude({ asked, opened }: Asked, which: SignedLeftOut | null): string[] {
  const from = keptFrom(asked.messages, which);
  return thoughtsIn(asked)
    .filter(({ block, at }) => opened.has(block) || at < from)
    .map(({ place }) => place);
}

/** The places of thoughts that no other provider gets: those that Claude has signed, and those of another model. */
export function keptFromOthers({ asked, opened }: Asked): string[] {
  return thoughtsIn(asked)
    .filter(({ block }) => (opened.get(block) ?? null) === null)
    .map(({ place }) => place);
}

function thoughtsIn({
  messages,
}: Pick<MessagesRequest, 'messages'>): { block: Thought; at: number; place: string }[] {
  return messages.flatMap(({ role, content }, at) => {
    if (role !== 'assistant' || typeof content === 'string') return [];
    return [...content.entries()].flatMap(([index, block]) =>
      isThought(block) ? [{ block, at, place: `messages[${at}].content[${index}]` }] : [],
    );
  });
}

/** Whether a block of an answer holds thoughts. */
export function isThought(block: { type: string }): block is Thought {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}
