import { CLIENT_TOOLS, toolOfCall } from '@tollgate/contract/client-tools';
import { attachedPaths, extended, extensionOf, inPlace } from '@tollgate/contract/extensions';
import { itemVerdict } from '@tollgate/contract/response-items';
import type { InputItem, ReadItem } from '@tollgate/contract/responses';
import { goesAsItCame } from './flat-tools.ts';
import { imageMade, shownAgain } from './made-images.ts';

/** An item that has a meaning for the conversation, and its path in the request. */
export interface PlainItem {
  item: ReadItem;
  /** Such as `input[3]`. */
  path: string;
  /** Whether an answer to a request for an approval is before it, which ends a turn. */
  endsTurn?: true;
}

/**
 * The items of a conversation without those that are left out and those that only bring tools.
 * Calls and results of tools that the client runs are those of the functions that represent these
 * tools. An image that the model has had made follows what else it has made in the same turn.
 * @param showsImages whether such images are shown again; else they are left out
 */
export function plainItems(input: readonly InputItem[], showsImages = false): PlainItem[] {
  const plain: PlainItem[] = [];
  const waiting: PlainItem[] = [];
  for (const [position, item] of input.entries()) {
    const path = `input[${position}]`;
    const image = showsImages ? imageMade(item) : null;
    if (image !== null) {
      waiting.push({ item: shownAgain(image), path });
      continue;
    }
    const read = plainItem(item);
    if (read === null) continue;
    if (!isOfModel(read)) plain.push(...waiting.splice(0));
    const isBehind = input[position - 1]?.type === 'mcp_approval_response';
    plain.push({ item: read, path, ...(isBehind ? { endsTurn: true as const } : {}) });
  }
  return [...plain, ...waiting];
}

/** Whether the model has made an item. */
function isOfModel(item: ReadItem): boolean {
  if ('role' in item) return item.role === 'assistant';
  return !item.type.endsWith('_output');
}

/**
 * Whether an item is accepted and left out: by its type, or because a provider has searched for
 * tools by itself.
 */
export function isLeftOut(item: InputItem): boolean {
  const type = typeOf(item);
  if (itemVerdict(type)?.becomes === 'left_out') return true;
  const isSearch = type === 'tool_search_call' || type === 'tool_search_output';
  return isSearch && callIdOf(item) === null;
}

/** Items that come back sealed, or that go into the turn of the request that they answer. */
const APPROVALS: ReadonlySet<unknown> = new Set(['mcp_approval_request', 'mcp_approval_response']);

function plainItem(item: InputItem): ReadItem | null {
  if (item.type === 'additional_tools') return goesAsItCame(item) ? standingFor(item) : null;
  if (isLeftOut(item) || APPROVALS.has(item.type)) return null;
  const id = callIdOf(item) ?? '';
  const made = toolOfCall(item.type);
  if (made !== undefined) {
    const given = CLIENT_TOOLS[made].argumentsOf({ ...item });
    const head = {
      type: 'function_call' as const,
      id: 'id' in item ? (item.id ?? null) : null,
      call_id: id,
    };
    return { ...head, name: made, arguments: JSON.stringify(given), ...extensionOf(item) };
  }
  const answered = toolOfOutput(item.type);
  if (answered !== undefined) {
    const output = CLIENT_TOOLS[answered].resultOf({ ...item });
    return { type: 'function_call_output', call_id: id, output, ...extensionOf(item) };
  }
  return item as ReadItem;
}

/** An empty message, which a provider gets replaced by the item as it came. */
function standingFor(item: InputItem): ReadItem {
  const silent = { type: 'message' as const, role: 'user' as const, content: '' };
  const [path = '', ...more] = attachedPaths(item);
  return extended(silent, { whole: inPlace({ ...item }), path, more });
}

/** The tool whose result an item is; undefined for any other item. */
function toolOfOutput(type: string | undefined): ReturnType<typeof toolOfCall> {
  if (type === 'tool_search_output') return 'tool_search';
  return type?.endsWith('_call_output') === true
    ? toolOfCall(type.slice(0, -'_output'.length))
    : undefined;
}

function typeOf(item: InputItem): string {
  return item.type ?? 'message';
}

/**
 * The id of the call that an item makes or answers; the output of a local shell may have it as its
 * own id.
 */
function callIdOf(item: InputItem): string | null {
  if ('call_id' in item && typeof item.call_id === 'string') return item.call_id;
  return item.type === 'local_shell_call_output' ? (item.id ?? null) : null;
}
