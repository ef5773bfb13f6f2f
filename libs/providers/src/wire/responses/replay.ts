import type { AssistantMessage, ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import type { Refusal } from '../../adapter/refusal.ts';
import { asksForApproval, callsFit, foreignApproval } from './approvals.ts';
import { EXTRA } from './types.ts';
import type { WireItem } from './types.ts';

/**
 * The members of items that an answer of ours can have held; everything else would be smuggled in.
 */
const MEMBERS: ReadonlyMap<unknown, ReadonlySet<string>> = new Map([
  ['reasoning', new Set(['id', 'type', 'status', 'summary', 'content', 'encrypted_content'])],
  ['message', new Set(['id', 'type', 'status', 'role', 'content', 'phase'])],
  ['function_call', new Set(['id', 'type', 'status', 'call_id', 'name', 'namespace', 'arguments'])],
  ['custom_tool_call', new Set(['id', 'type', 'status', 'call_id', 'name', 'namespace', 'input'])],
  ['web_search_call', new Set(['id', 'type', 'status', 'action'])],
  ['mcp_approval_request', new Set(['id', 'type', 'server_label', 'name', 'arguments'])],
  [
    'mcp_call',
    new Set([
      'id',
      'type',
      'status',
      'server_label',
      'name',
      'arguments',
      'output',
      'error',
      'approval_request_id',
    ]),
  ],
]);
/** Items that texts and calls alone do not say. */
const NEEDED: ReadonlySet<unknown> = new Set([
  'reasoning',
  'web_search_call',
  'mcp_approval_request',
]);
const CALLS: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call']);
const SAID: ReadonlySet<unknown> = new Set(['output_text', 'refusal']);
const MODEL_CHARACTERS_MAX = 200;

/**
 * What an answer has to carry so that its reasoning can go on: its items as they came; undefined
 * where the text and the calls say all. Reasoning at the end of an answer that was cut belong to
 * nothing, and the provider would refuse them.
 */
export function keptItems(
  items: readonly WireItem[],
  { upstreamModel: model }: Endpoint,
): Record<string, unknown> | undefined {
  const end = items.findLastIndex(({ type }) => type !== 'reasoning') + 1;
  const whole = withoutEnded(items.slice(0, end));
  const isKept = whole.some(({ type, phase }) => NEEDED.has(type) || Boolean(phase));
  if (!isKept) return undefined;
  return { [EXTRA]: { model, items: whole.map(kept) } };
}

/**
 * Items that do not go back: a container is not gone on with, servers and files may say any amount,
 * and the caller shows an image again.
 */
const ENDED: ReadonlySet<unknown> = new Set([
  'code_interpreter_call',
  'mcp_list_tools',
  'mcp_call',
  'image_generation_call',
  'file_search_call',
]);

/**
 * Items without those of code, MCP servers, files and images, the reasoning that led to each, and
 * citations of files in containers: the provider would go on in a container that an earlier call
 * has paid.
 */
function withoutEnded(items: readonly WireItem[]): WireItem[] {
  // A tool loop that waits for an approval goes on from what its calls have come to.
  const goesOn = items.some(asksForApproval) && callsFit(items);
  const hasEnded = (item: WireItem | undefined): boolean =>
    ENDED.has(item?.type) && !(goesOn && item?.type === 'mcp_call');
  if (!items.some(hasEnded)) return [...items];
  const made = (item: WireItem, at: number): WireItem | undefined =>
    item.type === 'reasoning' ? items.slice(at).find(({ type }) => type !== item.type) : item;
  return items.filter((item, at) => !hasEnded(made(item, at))).map(withoutFiles);
}

function withoutFiles(item: WireItem): WireItem {
  const { content } = item;
  if (item.type !== 'message' || !Array.isArray(content)) return item;
  const parts = asList(content).map((part) => {
    const { annotations, ...rest } = asObject(part);
    const kept = asList(annotations).filter(
      (one) => asObject(one)['type'] !== 'container_file_citation',
    );
    return annotations === undefined ? rest : { ...rest, annotations: kept };
  });
  return { ...item, content: parts };
}

/** An item without what says nothing to the provider. */
function kept(item: WireItem): JsonObject {
  const known = MEMBERS.get(item.type);
  return Object.fromEntries(
    Object.entries(item).filter(
      ([name, value]) => known?.has(name) === true && value !== null && !isNothing(name, value),
    ),
  );
}

/** A summary has to be there even where it is empty. */
function isNothing(name: string, value: unknown): boolean {
  return name === 'content' && Array.isArray(value) && value.length === 0;
}

/** The items of an earlier answer, where the message carries them; else null. */
export function replayedItems({ extra_content: extra }: AssistantMessage): JsonObject[] | null {
  const { items } = asObject(extra?.[EXTRA]);
  return Array.isArray(items) ? (items as JsonObject[]) : null;
}

/**
 * Why a conversation cannot go to this model: an assistant's message that another exact model made,
 * or items that no answer of ours can have held; they go to the provider unread, so nothing else
 * may be among them.
 */
export function foreignItems(request: ChatRequest, endpoint: Endpoint): Refusal | null {
  for (const [position, message] of request.messages.entries()) {
    if (message.role !== 'assistant' || !message.extra_content) continue;
    const fault = originFault(message.extra_content, endpoint) ?? itemsFault(message);
    if (fault !== null) return { param: `messages[${position}].extra_content`, message: fault };
  }
  return foreignApproval(request);
}

/**
 * The request without what other models have kept in its messages: their texts and calls go on
 * alone.
 */
export function withoutForeignItems(request: ChatRequest, endpoint: Endpoint): ChatRequest {
  const messages = request.messages.map((message) => {
    if (message.role !== 'assistant' || !message.extra_content) return message;
    if (originFault(message.extra_content, endpoint) === null) return message;
    const { extra_content: _foreign, ...own } = message;
    return own;
  });
  return { ...request, messages };
}

function originFault(extra: Record<string, unknown>, endpoint: Endpoint): string | null {
  for (const [family, value] of Object.entries(extra)) {
    const model = asText(asObject(value)['model']);
    if (model === undefined || (family === EXTRA && model === endpoint.upstreamModel)) continue;
    return (
      `This message was made by ${family}/${model.slice(0, MODEL_CHARACTERS_MAX)}: go on with that model, ` +
      'or send the message without its extra_content.'
    );
  }
  return null;
}

function itemsFault(message: AssistantMessage): string | null {
  if (asObject(message.extra_content?.[EXTRA])['items'] === undefined) return null;
  const items = replayedItems(message);
  if (items === null || items.length === 0 || !items.every(isReplayable)) {
    return 'These items are not what an answer held: send extra_content as it came.';
  }
  if (items.at(-1)?.['type'] === 'reasoning') {
    return 'The item that follows this reasoning is missing: send extra_content unchanged.';
  }
  const made = items.flatMap((item) => (CALLS.has(item['type']) ? [item['call_id']] : []));
  const calls = (message.tool_calls ?? []).map(({ id }) => id);
  const isSame = made.length === calls.length && calls.every((id) => made.includes(id));
  return isSame
    ? null
    : 'These items do not belong to the tool_calls of the message: send both as they came.';
}

function isReplayable(item: unknown): boolean {
  if (!isObject(item)) return false;
  const known = MEMBERS.get(item['type']);
  if (known === undefined || !Object.keys(item).every((name) => known.has(name))) return false;
  if (item['type'] === 'web_search_call') return isObject(item['action']);
  if (item['type'] !== 'message') return true;
  const { role, content } = item;
  return (
    role === 'assistant' &&
    Array.isArray(content) &&
    content.every((part) => SAID.has(asObject(part)['type']))
  );
}
