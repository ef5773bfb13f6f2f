import type { AssistantBlock, MessagesRequest, MessagesTurn } from '@tollgate/contract/messages';
import type { OpenedThinking } from '@tollgate/structure/messages-conversation';

type SignedThinking = Extract<AssistantBlock, { type: 'thinking' | 'redacted_thinking' }>;

/**
 * Which of the thinking blocks that a provider of this shape has signed are left out: those of
 * turns that a user has closed, or all.
 */
export type SignedLeftOut = 'closed' | 'all';

/** A request, and which of its thinking was sealed here. */
interface Asked {
  asked: Pick<MessagesRequest, 'messages'>;
  opened: OpenedThinking;
}

/**
 * The index of the first turn whose thinking stays. Turns are closed once a user has said something
 * after them; results of tools do not count.
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

/**
 * Whether a request holds thinking of these turns that was not sealed here, so that a provider has
 * signed them.
 */
export function holdsSigned({ asked, opened }: Asked, which: SignedLeftOut): boolean {
  const from = keptFrom(asked.messages, which);
  return thinkingIn(asked).some(({ block, at }) => !opened.has(block) && at < from);
}

/**
 * The paths of the thinking blocks that a provider of this shape does not get: those that were
 * sealed here, and those that are left out.
 */
export function keptFromClaude({ asked, opened }: Asked, which: SignedLeftOut | null): string[] {
  const from = keptFrom(asked.messages, which);
  return thinkingIn(asked)
    .filter(({ block, at }) => opened.has(block) || at < from)
    .map(({ path }) => path);
}

/**
 * The paths of the thinking blocks that no other provider gets: those that Claude has signed, and
 * those of another model.
 */
export function keptFromOthers({ asked, opened }: Asked): string[] {
  return thinkingIn(asked)
    .filter(({ block }) => (opened.get(block) ?? null) === null)
    .map(({ path }) => path);
}

function thinkingIn({
  messages,
}: Pick<MessagesRequest, 'messages'>): { block: SignedThinking; at: number; path: string }[] {
  return messages.flatMap(({ role, content }, at) => {
    if (role !== 'assistant' || typeof content === 'string') return [];
    return [...content.entries()].flatMap(([index, block]) =>
      isThinking(block) ? [{ block, at, path: `messages[${at}].content[${index}]` }] : [],
    );
  });
}

/** Whether a block of an answer holds thinking. */
export function isThinking(block: { type: string }): block is SignedThinking {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}
