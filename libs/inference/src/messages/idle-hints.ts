import { IDLE_OF_TURNS } from '@tollgate/contract/unknown-fields';

/** A body of this route as it came. */
type Body = Readonly<Record<string, unknown>>;

const PATH = new RegExp(`^messages\\[\\d+\\]\\.(?:${IDLE_OF_TURNS.join('|')})$`, 'u');

/** Whether a field is a hint at a turn, which a provider of this wire cannot take. */
export function isIdleOfTurn(path: string): boolean {
  return PATH.test(path);
}

/** The body without such hints. The same one where it has none. */
export function withoutIdleHints(body: Body): Body {
  const turns = body['messages'] as readonly Body[];
  const isIdle = (turn: Body): boolean => IDLE_OF_TURNS.some((name) => Object.hasOwn(turn, name));
  if (!turns.some(isIdle)) return body;
  return { ...body, messages: turns.map((turn) => (isIdle(turn) ? withoutHints(turn) : turn)) };
}

function withoutHints(turn: Body): Body {
  const idle: readonly string[] = IDLE_OF_TURNS;
  return Object.fromEntries(Object.entries(turn).filter(([name]) => !idle.includes(name)));
}
