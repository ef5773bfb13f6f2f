import type { OutputItem } from '@tollgate/contract/responses';
import type { Searched } from '@tollgate/providers/adapter/adapter';

/** An event: its type, and its members as JSON. */
type UnnumberedEvent = [type: string, members: string];
/** A call of a tool that the provider has run, as the provider gives it. */
type Call = Searched['calls'][number];
/** The items that show such calls. */
export type HostedItem = Extract<OutputItem, { type: 'web_search_call' | 'code_interpreter_call' }>;
/** One of their types. */
export type HostedType = HostedItem['type'];

/** The type of the item of a call. */
export function hostedType({ type }: Call): HostedType {
  return type === 'code_interpreter_call' ? type : 'web_search_call';
}

/** The item of a call, under an id of ours. */
export function hostedItem(call: Call, id: string): HostedItem {
  const status = textIn(call, 'status') ?? 'completed';
  if (hostedType(call) === 'code_interpreter_call') {
    const { outputs } = call;
    return {
      id,
      type: 'code_interpreter_call',
      status,
      code: textIn(call, 'code') ?? null,
      container_id: textIn(call, 'container_id') ?? '',
      outputs: Array.isArray(outputs) ? (outputs as unknown[]).filter(isObject) : null,
    };
  }
  const { action } = call;
  return { id, type: 'web_search_call', status, ...(isObject(action) ? { action } : {}) };
}

/** The members of an event that shows a whole item. */
export function itemMembers(index: number, item: object): string {
  return `"output_index":${index},"item":${JSON.stringify(item)}`;
}

/** The events of a call. It is shown when it has ended, so they come at once. */
export function hostedEvents(item: HostedItem, index: number): readonly UnnumberedEvent[] {
  const location = `"item_id":${JSON.stringify(item.id)},"output_index":${index}`;
  const event = (name: string): UnnumberedEvent => [`response.${item.type}.${name}`, location];
  const done: UnnumberedEvent = ['response.output_item.done', itemMembers(index, item)];
  if (item.type === 'web_search_call') {
    const begun = { ...item, status: 'in_progress' };
    return [added(begun, index), ...['in_progress', 'searching', 'completed'].map(event), done];
  }
  const begun = { ...item, status: 'in_progress', code: '', outputs: null };
  return [
    added(begun, index),
    event('in_progress'),
    ...codeEvents(item, location),
    event('interpreting'),
    event('completed'),
    done,
  ];
}

function added(item: object, index: number): UnnumberedEvent {
  return ['response.output_item.added', itemMembers(index, item)];
}

function codeEvents({ code }: { code: string | null }, location: string): UnnumberedEvent[] {
  if (code === null || code === '') return [];
  const text = JSON.stringify(code);
  return [
    ['response.code_interpreter_call_code.delta', `${location},"delta":${text}`],
    ['response.code_interpreter_call_code.done', `${location},"code":${text}`],
  ];
}

function textIn(call: Call, name: string): string | undefined {
  const value = call[name];
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
