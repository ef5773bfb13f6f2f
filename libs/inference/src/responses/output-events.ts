import type { ChatDelta, ToolCallDelta } from '@tollgate/contract/chat';
import type { ResponseDocument } from '@tollgate/contract/responses';
import { toInput } from '@tollgate/contract/custom-tool';
import type { CallersName, CallersTool, ToolFinder } from '@tollgate/structure/flat-tools';
import type { Told } from './narrator.ts';
import { callMembers, callTypeOf, itemId } from './response-document.ts';
import type { CallType } from './response-document.ts';

type Part = 'output_text' | 'refusal' | 'reasoning_text' | 'summary_text';

/** One text of an item. */
interface OpenPart {
  type: Part;
  text: string;
  /** The place of the item, and `"content_index":…` or `"summary_index":…`. */
  place: string;
}

/** One item while it is sent. */
interface OpenItem {
  type: 'reasoning' | 'message' | CallType;
  id: string;
  /** `"item_id":…,"output_index":…`, the members that each event of the item has. */
  place: string;
  parts: OpenPart[];
  call: { call_id: string; tool: CallersTool } | null;
  arguments: string;
  /** Whether a further item has begun since. */
  isPassed: boolean;
}

/** The items of one streamed answer, as events. */
export interface OutputEvents {
  /** Takes the thoughts of a delta. */
  think(delta: ChatDelta): void;
  /** Takes everything else of a delta; thoughts that are open have to be ended before. */
  speak(delta: ChatDelta): void;
  /** Whether a reasoning item is open. */
  isThinking(): boolean;
  /** The thoughts of the reasoning item that is open; null when none is. */
  thoughts(): string | null;
  /** Ends the reasoning item that is open, or adds one without words. @param sealed what has to come back, for the caller's hands */
  endThoughts(sealed: string): void;
  /** Ends what is still open as it stands in the whole document. */
  end(document: ResponseDocument): void;
  /** The events since the last look. */
  take(): Told[];
}

const DELTA: Record<Part, string> = {
  output_text: 'response.output_text.delta',
  refusal: 'response.refusal.delta',
  reasoning_text: 'response.reasoning_text.delta',
  summary_text: 'response.reasoning_summary_text.delta',
};
const DONE: Record<Part, string> = {
  output_text: 'response.output_text.done',
  refusal: 'response.refusal.done',
  reasoning_text: 'response.reasoning_text.done',
  summary_text: 'response.reasoning_summary_text.done',
};
/** What parts of summaries are counted by, and what their events begin with; those of all others. */
const SUMMARY = { index: 'summary_index', event: 'response.reasoning_summary_part' } as const;
const CONTENT = { index: 'content_index', event: 'response.content_part' } as const;
const ARGUMENTS = 'response.function_call_arguments';
const INPUT = 'response.custom_tool_call_input';
const NO_LOGPROBS = ',"logprobs":[]';

/** How an answer is told. */
export interface Telling {
  /** Finds the caller's tools. */
  finder: ToolFinder;
  /** What thoughts are told as: themselves, or a summary of them. */
  thought: 'reasoning_text' | 'summary_text';
}

/**
 * Makes events of the pieces of an answer. An item is done when the next one begins, because clients act on it then; one whose kind goes on afterwards, or whose
 * arguments are not whole, is continued in a further item or stays open.
 * @param opId names the items
 */
export function createOutputEvents(opId: string, { finder, thought }: Telling): OutputEvents {
  const pending: Told[] = [];
  const open: OpenItem[] = [];
  const calls = new Map<number, OpenItem>();
  const count: Partial<Record<OpenItem['type'], number>> = {};
  let added = 0;

  const begin = (type: OpenItem['type'], call: OpenItem['call'] = null): OpenItem => {
    const position = count[type] ?? 0;
    const id = itemId(type, opId, position);
    count[type] = position + 1;
    const place = `"item_id":${JSON.stringify(id)},"output_index":${added}`;
    const item: OpenItem = { type, id, place, parts: [], call, arguments: '', isPassed: false };
    closeWhole(pending, open);
    pending.push(['response.output_item.added', itemMembers(added, shown(item, 'in_progress'))]);
    open.push(item);
    added += 1;
    return item;
  };
  const say = (type: OpenItem['type'], part: Part, text: string | null | undefined): void => {
    if (text === null || text === undefined || text === '') return;
    addText(pending, open.find((item) => item.type === type) ?? begin(type), { part, text });
  };
  const call = ({ index, id = '', function: made }: ToolCallDelta): void => {
    let item = calls.get(index);
    if (item === undefined) {
      const tool = finder(made?.name ?? '');
      item = begin(callTypeOf(tool.type), { call_id: id, tool });
      calls.set(index, item);
    }
    const more = made?.arguments ?? '';
    if (more === '' || !open.includes(item)) return;
    item.arguments += more;
    if (item.type === 'function_call') pending.push(delta(item, ARGUMENTS, more));
  };
  return {
    think: (delta) => say('reasoning', thought, delta.reasoning_content),
    speak(delta) {
      say('message', 'output_text', delta.content);
      say('message', 'refusal', delta.refusal);
      for (const made of delta.tool_calls ?? []) call(made);
    },
    isThinking: () => open.some(({ type }) => type === 'reasoning'),
    thoughts: () => open.find(({ type }) => type === 'reasoning')?.parts[0]?.text ?? null,
    endThoughts(sealed) {
      const item = open.find(({ type }) => type === 'reasoning') ?? begin('reasoning');
      close(pending, open, { item, status: 'completed', sealed });
    },
    end(document) {
      for (const item of open.slice()) {
        close(pending, open, { item, status: statusIn(document, item) });
      }
    },
    take: () => pending.splice(0),
  };
}

function statusIn({ output }: ResponseDocument, { id }: OpenItem): Closing['status'] {
  const whole = output.find((one) => one.id === id);
  return whole !== undefined && 'status' in whole ? whole.status : 'completed';
}

function itemMembers(index: number, item: object): string {
  return `"output_index":${index},"item":${JSON.stringify(item)}`;
}

function addText(
  pending: Told[],
  item: OpenItem,
  { part, text }: { part: Part; text: string },
): void {
  let last = item.parts.at(-1);
  if (last?.type !== part) {
    if (last !== undefined) endPart(pending, item);
    const { index, event } = kindOf(part);
    last = { type: part, text: '', place: `${item.place},"${index}":${item.parts.length}` };
    item.parts.push(last);
    const members = `${last.place},"part":${JSON.stringify(partShown(last))}`;
    pending.push([`${event}.added`, members]);
  }
  last.text += text;
  const logprobs = part === 'output_text' ? NO_LOGPROBS : '';
  pending.push([DELTA[part], `${last.place},"delta":${JSON.stringify(text)}${logprobs}`]);
}

function endPart(pending: Told[], item: OpenItem): void {
  const part = item.parts.at(-1);
  if (part === undefined) return;
  const [name, logprobs] =
    part.type === 'refusal'
      ? ['refusal', '']
      : ['text', part.type === 'output_text' ? NO_LOGPROBS : ''];
  pending.push([
    DONE[part.type],
    `${part.place},"${name}":${JSON.stringify(part.text)}${logprobs}`,
  ]);
  const members = `${part.place},"part":${JSON.stringify(partShown(part))}`;
  pending.push([`${kindOf(part.type).event}.done`, members]);
}

function kindOf(part: Part): typeof SUMMARY | typeof CONTENT {
  return part === 'summary_text' ? SUMMARY : CONTENT;
}

/**
 * Ends what can hold nothing more: a message, and calls whose arguments are whole. An item is looked at once, when the next one begins: looking at all that are
 * open each time would cost the square of their number.
 */
function closeWhole(pending: Told[], open: OpenItem[]): void {
  for (const item of open.filter(({ isPassed }) => !isPassed)) {
    item.isPassed = true;
    const isWhole = item.type === 'message' || (item.call !== null && isJson(item));
    if (isWhole) close(pending, open, { item, status: 'completed' });
  }
}

function isJson({ arguments: text }: OpenItem): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Closing {
  item: OpenItem;
  status: 'completed' | 'incomplete';
  sealed?: string;
}

function close(pending: Told[], open: OpenItem[], { item, status, sealed }: Closing): void {
  open.splice(open.indexOf(item), 1);
  endPart(pending, item);
  if (item.call !== null) endCall(pending, item, item.call.tool.called);
  const index = Number(item.place.slice(item.place.lastIndexOf(':') + 1));
  pending.push(['response.output_item.done', itemMembers(index, shown(item, status, sealed))]);
}

/** What a custom tool is given stands within JSON, and is told once that is whole. What a tool of the client is given stands in the item. */
function endCall(pending: Told[], item: OpenItem, { name }: CallersName): void {
  const { place, type, arguments: given } = item;
  if (type === 'function_call') {
    const members = `"name":${JSON.stringify(name)},"arguments":${JSON.stringify(given)}`;
    pending.push([`${ARGUMENTS}.done`, `${place},${members}`]);
    return;
  }
  if (type !== 'custom_tool_call') return;
  const input = toInput(given);
  if (input !== '') pending.push(delta(item, INPUT, input));
  pending.push([`${INPUT}.done`, `${place},"input":${JSON.stringify(input)}`]);
}

function delta({ place }: OpenItem, of: string, more: string): Told {
  return [`${of}.delta`, `${place},"delta":${JSON.stringify(more)}`];
}

/** An item in the shape of the whole document. */
function shown(
  { type, id, parts, call, arguments: given }: OpenItem,
  status: 'in_progress' | Closing['status'],
  sealed: string | null = null,
): object {
  const content = parts.map(partShown);
  if (type === 'reasoning') {
    const isSummary = parts[0]?.type === 'summary_text';
    const told = isSummary ? { summary: content, content: [] } : { summary: [], content };
    return { id, type, ...told, encrypted_content: sealed };
  }
  if (type === 'message') return { id, type, role: 'assistant', status, content };
  if (call === null) return { id, type, status };
  return { id, type, status, call_id: call.call_id, ...callMembers(call.tool, given) };
}

function partShown({ type, text }: OpenPart): object {
  if (type === 'refusal') return { type, refusal: text };
  return type === 'output_text' ? { type, text, annotations: [], logprobs: [] } : { type, text };
}
