import type { MessagesRequest } from '@tollgate/contract/messages';

/** A body of this route as it came. */
type Body = Readonly<Record<string, unknown>>;

/** The body without answers, and texts within answers, that are blank. */
export function withoutEmptyAnswers(body: Body): Body {
  const turns = body['messages'] as readonly Turn[];
  const kept = turns.map((turn) => (turn.role === 'assistant' ? withoutBlanks(turn) : turn));
  if (kept.every((turn, at) => turn === turns[at] && !isEmpty(turn))) return body;
  return { ...body, messages: kept.filter((turn) => !isEmpty(turn)) };
}

interface Turn {
  role: string;
  content: string | readonly { type: string; text?: string }[];
}

function isEmpty({ role, content }: Turn): boolean {
  return (
    role === 'assistant' && (typeof content === 'string' ? isBlank(content) : content.length === 0)
  );
}

/**
 * The paths of answers, and of texts within answers, that are blank and are not sent; what else
 * they hold is not sent either.
 */
export function blankPaths(turns: MessagesRequest['messages']): string[] {
  return (turns as readonly Turn[]).flatMap((turn, at) => {
    const path = `messages[${at}]`;
    if (turn.role !== 'assistant') return [];
    if (isEmpty(withoutBlanks(turn))) return [path];
    const blocks = typeof turn.content === 'string' ? [] : turn.content;
    return blocks.flatMap(({ type, text }, block) =>
      type === 'text' && isBlank(text) ? [`${path}.content[${block}]`] : [],
    );
  });
}

function withoutBlanks(turn: Turn): Turn {
  if (typeof turn.content === 'string') return turn;
  const kept = turn.content.filter(({ type, text }) => type !== 'text' || !isBlank(text));
  return kept.length === turn.content.length ? turn : { ...turn, content: kept };
}

function isBlank(text: unknown): boolean {
  return typeof text === 'string' && text.trim() === '';
}
