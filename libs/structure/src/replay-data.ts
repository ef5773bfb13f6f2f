import { Ajv } from 'ajv';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { ExtraContent, TOOLS_MAX } from '@tollgate/contract/chat';
import type { ChatMessageOut, ToolCall } from '@tollgate/contract/chat';
import { parseExactJson } from '@tollgate/contract/exact-json';
import { checkLater } from './check-later.ts';

/** The deepest nesting of what a caller hands back. */
const REPLAY_DEPTH_MAX = 64;
/** The most values in what a caller hands back. */
const REPLAY_VALUES_MAX = 100_000;
const VERSION = 1;
/**
 * The member of a call's `extra_content` that is ours; the data is there so that the release before
 * takes the data too.
 */
const OURS = 'tollgate';

/** What has to come back for the next turn and has no field of its own on this route. */
export interface ReplayData {
  v: typeof VERSION;
  reasoning?: string;
  /** The message's `extra_content`. */
  extra?: Record<string, unknown>;
  /** The calls' `extra_content`, where they have one. */
  calls?: { id: string; extra: Record<string, unknown> }[];
}

const validate = checkLater<ReplayData>(new Ajv(OWN_SCHEMAS), {
  type: 'object',
  additionalProperties: false,
  required: ['v'],
  properties: {
    v: { const: VERSION },
    reasoning: { type: 'string' },
    extra: ExtraContent,
    calls: {
      type: 'array',
      maxItems: TOOLS_MAX,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'extra'],
        properties: { id: { type: 'string' }, extra: ExtraContent },
      },
    },
  },
});

/** The `encrypted_content` for an answer; null when nothing has to come back. */
export function packReplayData(message: ChatMessageOut): string | null {
  const { reasoning_content: reasoning, extra_content: extra, tool_calls: made = [] } = message;
  const calls = made.flatMap(({ id, extra_content: kept, function: { arguments: given } }) =>
    kept === undefined ? [] : [{ id, extra: withArguments(kept, given) }],
  );
  if (!reasoning && extra === undefined && calls.length === 0) return null;
  const data: ReplayData = {
    v: VERSION,
    ...(reasoning ? { reasoning } : {}),
    ...(extra === undefined ? {} : { extra }),
    ...(calls.length === 0 ? {} : { calls }),
  };
  return Buffer.from(JSON.stringify(data)).toString('base64url');
}

/** What a call carries, with the arguments that its model has written. */
export function withArguments(
  extra: Record<string, unknown>,
  given: string,
): Record<string, unknown> {
  return { ...extra, [OURS]: { arguments: given } };
}

/** Whether the path of a field is that of the arguments which {@link withArguments} has noted. */
export function isOurNote(path: string): boolean {
  return path.endsWith(`.extra_content.${OURS}`);
}

/** What {@link packReplayData} packed; null when it cannot have been packed by us. */
export function unpackReplayData(text: string): ReplayData | null {
  let value: unknown;
  try {
    value = parseExactJson(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
  return isTame(value) && validate(value) ? value : null;
}

/**
 * Gives a call back what its model wants back. Clients change the arguments of calls, by defaults
 * and another order, and a signature holds for the arguments that the model has written: these go
 * back.
 */
export function giveBackCall(
  call: ToolCall,
  { extra }: Pick<NonNullable<ReplayData['calls']>[number], 'extra'>,
): void {
  const { [OURS]: ours, ...kept } = extra;
  call.extra_content = kept;
  const given =
    typeof ours === 'object' && ours !== null && 'arguments' in ours ? ours.arguments : null;
  if (typeof given === 'string') call.function = { ...call.function, arguments: given };
}

/**
 * Whether the data keep the bounds that hold for a request's body: they are a document within it.
 */
function isTame(root: unknown): boolean {
  let level: unknown[] = [root];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    seen += level.length;
    if (depth > REPLAY_DEPTH_MAX || seen > REPLAY_VALUES_MAX) return false;
    const containers = level.filter((value) => typeof value === 'object' && value !== null);
    if (containers.some((value) => Object.hasOwn(value, '__proto__'))) return false;
    level = containers.flatMap((value) => Object.values(value) as unknown[]);
  }
  return true;
}
