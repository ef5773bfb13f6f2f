import type { MessagesRequest } from '@tollgate/contract/messages';

/** A body of this route as it came. */
type Body = Readonly<Record<string, unknown>>;

/** The body without answers, and texts within answers, that say nothing. */
export function withoutEmptyAnswers(body: Body): Body {
  const turns = body['messages'] as readonly Turn[];
  const told = turns.map((turn) => (turn.role === 'assistant' ? withoutBlanks(turn) : turn));
  if (told.every((turn, at) => turn === turns[at] && !isEmpty(turn))) return body;
  return { ...body, messages: told.filter((turn) => !isEmpty(turn)) };
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

/** The places of answers, and of texts within answers, that say nothing and stay behind: what else they hold stays behind with them. */
export function blankPlaces(turns: MessagesRequest['messages']): string[] {
  return (turns as readonly Turn[]).flatMap((turn, at) => {
    const place = `messages[${at}]`;
    if (turn.role !== 'assistant') return [];
    if (isEmpty(withoutBlanks(turn))) return [place];
    const blocks = typeof turn.content === 'string' ? [] : turn.content;
    return blocks.flatMap(({ type, text }, block) =>
      type === 'text' && isBlank(text) ? [`${place}.content[${block}]`] : [],
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
