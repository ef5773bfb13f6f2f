import type { OutputItem } from '@tollgate/contract/responses';
import type { Searched } from '@tollgate/providers/adapter/adapter';

/** An event: its type, and its members as JSON. */
type UnnumberedEvent = [type: string, members: string];
/** A call of a tool that the provider has run, as the provider gives it. */
type Call = Searched['calls'][number];
/** The items that show such calls. */
export type HostedItem = Extract<
  OutputItem,
  {
    type:
      | 'web_search_call'
      | 'code_interpreter_call'
      | 'mcp_list_tools'
      | 'mcp_call'
      | 'image_generation_call'
      | 'file_search_call'
      | 'mcp_approval_request';
  }
>;
/** One of their types. */
export type HostedType = HostedItem['type'];

const TYPES: readonly HostedType[] = [
  'code_interpreter_call',
  'mcp_list_tools',
  'mcp_call',
  'image_generation_call',
  'file_search_call',
  'mcp_approval_request',
];

/** The type of the item of a call. */
export function hostedType({ type }: Call): HostedType {
  return TYPES.find((one) => one === type) ?? 'web_search_call';
}

/** The item of a call, under an id of ours. */
export function hostedItem(call: Call, id: string): HostedItem {
  return MADE[hostedType(call)](call, id);
}

const MADE: Readonly<Record<HostedType, (call: Call, id: string) => HostedItem>> = {
  web_search_call: (call, id) => ({
    id,
    type: 'web_search_call',
    status: statusIn(call),
    ...(isObject(call['action']) ? { action: call['action'] } : {}),
  }),
  code_interpreter_call: (call, id) => ({
    id,
    type: 'code_interpreter_call',
    status: statusIn(call),
    code: textIn(call, 'code'),
    container_id: textIn(call, 'container_id') ?? '',
    outputs: Array.isArray(call['outputs']) ? objectsIn(call['outputs']) : null,
  }),
  mcp_list_tools: (call, id) => ({
    id,
    type: 'mcp_list_tools',
    server_label: textIn(call, 'server_label') ?? '',
    tools: objectsIn(call['tools']),
    error: call['error'] ?? null,
  }),
  mcp_call: (call, id) => ({
    id,
    type: 'mcp_call',
    status: statusIn(call),
    server_label: textIn(call, 'server_label') ?? '',
    name: textIn(call, 'name') ?? '',
    arguments: textIn(call, 'arguments') ?? '',
    output: textIn(call, 'output'),
    error: call['error'] ?? null,
    approval_request_id: textIn(call, 'approval_request_id'),
  }),
  // Its answer names it by the id that the provider has given.
  mcp_approval_request: (call, id) => ({
    id: textIn(call, 'id') ?? id,
    type: 'mcp_approval_request',
    server_label: textIn(call, 'server_label') ?? '',
    name: textIn(call, 'name') ?? '',
    arguments: textIn(call, 'arguments') ?? '',
  }),
  file_search_call: (call, id) => ({
    id,
    type: 'file_search_call',
    status: statusIn(call),
    queries: queriesIn(call['queries']),
    results: Array.isArray(call['results']) ? objectsIn(call['results']).map(foundIn) : null,
  }),
  image_generation_call: (call, id) => ({
    id,
    type: 'image_generation_call',
    status: statusIn(call),
    result: textIn(call, 'result'),
    ...textsIn(call, IMAGE_TEXTS),
    ...(isObject(call['error']) ? { error: call['error'] } : {}),
  }),
};

/** What an image says of itself, where the provider says it. */
const IMAGE_TEXTS = [
  'revised_prompt',
  'action',
  'background',
  'output_format',
  'quality',
  'size',
] as const;

function textsIn<Name extends string>(
  call: Call,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const said = names.flatMap((name) => {
    const text = textIn(call, name);
    return text === null ? [] : [[name, text] as const];
  });
  return Object.fromEntries(said) as Partial<Record<Name, string>>;
}

/** What a result shows of a file: all but the vector store, which has another id here. */
const FOUND = ['file_id', 'filename', 'score', 'text', 'attributes'] as const;

function foundIn(result: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    FOUND.flatMap((name) => (result[name] === undefined ? [] : [[name, result[name]]])),
  );
}

function queriesIn(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [];
  return values.filter((one) => typeof one === 'string');
}

function statusIn(call: Call): string {
  return textIn(call, 'status') ?? 'completed';
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

/** The members of an event that shows a whole item. */
export function itemMembers(index: number, item: object): string {
  return `"output_index":${index},"item":${JSON.stringify(item)}`;
}

/** The events of a call. It is shown when it has ended, so they come at once. */
export function hostedEvents(item: HostedItem, index: number): readonly UnnumberedEvent[] {
  const location = locationOf({ id: item.id, index });
  const event = (name: string): UnnumberedEvent => [`response.${item.type}.${name}`, location];
  const done: UnnumberedEvent = ['response.output_item.done', itemMembers(index, item)];
  const end = 'error' in item && item.error !== null ? 'failed' : 'completed';
  const inner = {
    web_search_call: [event('in_progress'), event('searching'), event('completed')],
    code_interpreter_call: [
      event('in_progress'),
      ...textEvents(item, 'code', location),
      event('interpreting'),
      event('completed'),
    ],
    mcp_list_tools: [event('in_progress'), event(end)],
    mcp_call: [event('in_progress'), ...textEvents(item, 'arguments', location), event(end)],
    image_generation_call: [event('in_progress'), event('generating'), event('completed')],
    file_search_call: [event('in_progress'), event('searching'), event('completed')],
    mcp_approval_request: [],
  };
  return [added({ ...item, ...BEGUN[item.type] }, index), ...inner[item.type], done];
}

/** What an item does not have yet when it begins. */
const BEGUN: Readonly<Record<HostedType, object>> = {
  web_search_call: { status: 'in_progress' },
  code_interpreter_call: { status: 'in_progress', code: '', outputs: null },
  mcp_list_tools: { tools: [], error: null },
  mcp_call: { status: 'in_progress', arguments: '', output: null, error: null },
  image_generation_call: { status: 'in_progress', result: null },
  file_search_call: { status: 'in_progress', queries: [], results: null },
  mcp_approval_request: {},
};

/** An item, and its index in the answer. */
interface ItemLocation {
  id: string;
  index: number;
}

/** The events of an image that has begun. */
export function drawingEvents({ id, index }: ItemLocation): readonly UnnumberedEvent[] {
  const type = 'image_generation_call';
  const location = locationOf({ id, index });
  return [
    added({ id, type, ...BEGUN[type] }, index),
    [`response.${type}.in_progress`, location],
    [`response.${type}.generating`, location],
  ];
}

/** The event of a preview of an image; none where the call has none yet. */
export function previewEvents(call: Call, item: ItemLocation): readonly UnnumberedEvent[] {
  const { partial_image_b64: image, partial_image_index: at } = call;
  if (typeof image !== 'string' || typeof at !== 'number') return [];
  const members = {
    partial_image_index: at,
    partial_image_b64: image,
    ...textsIn(call, IMAGE_TEXTS),
  };
  const text = JSON.stringify(members).slice(1, -1);
  return [['response.image_generation_call.partial_image', `${locationOf(item)},${text}`]];
}

/** The events of an image that has ended after it was shown to begin. */
export function drawnEvents(item: HostedItem, index: number): readonly UnnumberedEvent[] {
  const location = locationOf({ id: item.id, index });
  return [
    [`response.${item.type}.completed`, location],
    ['response.output_item.done', itemMembers(index, item)],
  ];
}

function locationOf({ id, index }: ItemLocation): string {
  return `"item_id":${JSON.stringify(id)},"output_index":${index}`;
}

function added(item: object, index: number): UnnumberedEvent {
  return ['response.output_item.added', itemMembers(index, item)];
}

/** The events of a text that a call is made of. */
function textEvents(
  item: HostedItem,
  name: 'code' | 'arguments',
  location: string,
): UnnumberedEvent[] {
  const value = textIn({ ...item }, name) ?? '';
  if (value === '') return [];
  const text = JSON.stringify(value);
  return [
    [`response.${item.type}_${name}.delta`, `${location},"delta":${text}`],
    [`response.${item.type}_${name}.done`, `${location},"${name}":${text}`],
  ];
}

function textIn(call: Call, name: string): string | null {
  const value = call[name];
  return typeof value === 'string' ? value : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
