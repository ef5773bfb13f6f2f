import type { ChatDelta, ToolCallDelta } from '@tollgate/contract/chat';
import type { ResponseDocument } from '@tollgate/contract/responses';
import { toInput } from '@tollgate/contract/custom-tool';
import type { CallersName, CallersTool, ToolFinder } from '@tollgate/structure/flat-tools';
import type { SearchEvent } from '../dispatch/stream-encoder.ts';
import type { UnnumberedEvent } from './stream-frames.ts';
import { callMembers, callTypeOf, itemId } from './response-document.ts';
import { itemMembers } from './hosted-items.ts';
import { createSearches } from './search-events.ts';
import type { Annotation } from './search-events.ts';
import type { CallType } from './response-document.ts';

type Part = 'output_text' | 'refusal' | 'reasoning_text' | 'summary_text';

/** One text of an item. */
interface OpenPart {
  type: Part;
  text: string;
  /** The location of the item, and `"content_index":…` or `"summary_index":…`. */
  location: string;
  annotations: Annotation[];
}

/** One item while it is sent. */
interface OpenItem {
  type: 'reasoning' | 'message' | CallType;
  id: string;
  /** `"item_id":…,"output_index":…`, the members that each event of the item has. */
  location: string;
  parts: OpenPart[];
  call: { call_id: string; tool: CallersTool } | null;
  arguments: string;
  /** Whether a further item has begun since. */
  isPassed: boolean;
}

/** The items of one streamed answer, as events. */
export interface OutputEvents {
  /** Takes the reasoning of a delta. */
  addReasoning(delta: ChatDelta): void;
  /** Takes everything else of a delta; reasoning that is open has to be ended before. */
  addContent(delta: ChatDelta): void;
  /** Whether a reasoning item is open. */
  hasOpenReasoning(): boolean;
  /** The text of the reasoning item that is open; null when none is. */
  openReasoning(): string | null;
  /**
   * Ends the reasoning item that is open, or adds one without words.
   * @param sealed what has to come back, for the caller's hands
   */
  endReasoning(sealed: string): void;
  /** Ends what is still open as the whole document has it. */
  end(document: ResponseDocument): void;
  /**
   * Adds a call of a tool that the provider has run, which has ended, or a citation, by its
   * positions in the text of the whole answer.
   */
  addSearched(event: SearchEvent): void;
  /** The events since the last look. */
  take(): UnnumberedEvent[];
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
/**
 * What parts of summaries are counted by, and what their events begin with; those of all others.
 */
const SUMMARY = { index: 'summary_index', event: 'response.reasoning_summary_part' } as const;
const CONTENT = { index: 'content_index', event: 'response.content_part' } as const;
const ARGUMENTS = 'response.function_call_arguments';
const INPUT = 'response.custom_tool_call_input';
const NO_LOGPROBS = ',"logprobs":[]';

/** How the events of an answer are made. */
export interface OutputOptions {
  /** Finds the caller's tools. */
  finder: ToolFinder;
  /** The type of the parts that hold reasoning: its own text, or a summary of it. */
  reasoningPart: 'reasoning_text' | 'summary_text';
}

/**
 * Makes events of the pieces of an answer. An item is done when the next one begins, because
 * clients act on it then; one whose kind goes on afterwards, or whose arguments are not whole, is
 * continued in a further item or stays open.
 * @param opId names the items
 */
export function createOutputEvents(
  opId: string,
  { finder, reasoningPart }: OutputOptions,
): OutputEvents {
  const pending: UnnumberedEvent[] = [];
  const open: OpenItem[] = [];
  const calls = new Map<number, OpenItem>();
  const count: Partial<Record<OpenItem['type'], number>> = {};
  let added = 0;
  const nextIndex = (): number => {
    closeWhole(pending, open);
    return added++;
  };
  const searches = createSearches(opId, { pending, open, nextIndex });
  const begin = (type: OpenItem['type'], call: OpenItem['call'] = null): OpenItem => {
    const position = count[type] ?? 0;
    const id = itemId(type, opId, position);
    count[type] = position + 1;
    const location = `"item_id":${JSON.stringify(id)},"output_index":${added}`;
    const item: OpenItem = { type, id, location, parts: [], call, arguments: '', isPassed: false };
    const members = itemMembers(nextIndex(), shown(item, 'in_progress'));
    pending.push(['response.output_item.added', members]);
    open.push(item);
    return item;
  };
  const addTextOf = (type: OpenItem['type'], part: Part, text: string | null | undefined): void => {
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
    if (open.includes(item)) addArguments(pending, item, made?.arguments ?? '');
  };
  return {
    addReasoning: (delta) => addTextOf('reasoning', reasoningPart, delta.reasoning_content),
    addContent(delta) {
      addTextOf('message', 'output_text', delta.content);
      searches.citeWaiting();
      addTextOf('message', 'refusal', delta.refusal);
      delta.tool_calls?.forEach(call);
    },
    hasOpenReasoning: () => open.some(({ type }) => type === 'reasoning'),
    openReasoning: () => open.find(({ type }) => type === 'reasoning')?.parts[0]?.text ?? null,
    endReasoning(sealed) {
      const item = open.find(({ type }) => type === 'reasoning') ?? begin('reasoning');
      close(pending, open, { item, status: 'completed', sealed });
    },
    addSearched: (event) => searches.addSearched(event),
    end: (document) => endAll(pending, open, document),
    take: () => pending.splice(0),
  };
}

function addArguments(pending: UnnumberedEvent[], item: OpenItem, more: string): void {
  item.arguments += more;
  if (more !== '' && item.type === 'function_call') pending.push(delta(item, ARGUMENTS, more));
}

function endAll(pending: UnnumberedEvent[], open: OpenItem[], document: ResponseDocument): void {
  for (const item of open.slice()) {
    close(pending, open, { item, status: statusIn(document, item) });
  }
}

function statusIn({ output }: ResponseDocument, { id }: OpenItem): Closing['status'] {
  const whole = output.find((one) => one.id === id);
  const isCut = whole !== undefined && 'status' in whole && whole.status === 'incomplete';
  return isCut ? 'incomplete' : 'completed';
}

function addText(
  pending: UnnumberedEvent[],
  item: OpenItem,
  { part, text }: { part: Part; text: string },
): void {
  let last = item.parts.at(-1);
  if (last?.type !== part) {
    if (last !== undefined) endPart(pending, item);
    const { index, event } = kindOf(part);
    const location = `${item.location},"${index}":${item.parts.length}`;
    last = { type: part, text: '', location, annotations: [] };
    item.parts.push(last);
    const members = `${last.location},"part":${JSON.stringify(partShown(last))}`;
    pending.push([`${event}.added`, members]);
  }
  last.text += text;
  const logprobs = part === 'output_text' ? NO_LOGPROBS : '';
  pending.push([DELTA[part], `${last.location},"delta":${JSON.stringify(text)}${logprobs}`]);
}

function endPart(pending: UnnumberedEvent[], item: OpenItem): void {
  const part = item.parts.at(-1);
  if (part === undefined) return;
  const [name, logprobs] =
    part.type === 'refusal'
      ? ['refusal', '']
      : ['text', part.type === 'output_text' ? NO_LOGPROBS : ''];
  pending.push([
    DONE[part.type],
    `${part.location},"${name}":${JSON.stringify(part.text)}${logprobs}`,
  ]);
  const members = `${part.location},"part":${JSON.stringify(partShown(part))}`;
  pending.push([`${kindOf(part.type).event}.done`, members]);
}

function kindOf(part: Part): typeof SUMMARY | typeof CONTENT {
  return part === 'summary_text' ? SUMMARY : CONTENT;
}

/**
 * Ends what can hold nothing more: a message, and calls whose arguments are whole. An item is
 * looked at once, when the next one begins: looking at all that are open each time would cost the
 * square of their number.
 */
function closeWhole(pending: UnnumberedEvent[], open: OpenItem[]): void {
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

function close(
  pending: UnnumberedEvent[],
  open: OpenItem[],
  { item, status, sealed }: Closing,
): void {
  open.splice(open.indexOf(item), 1);
  endPart(pending, item);
  if (item.call !== null) endCall(pending, item, item.call.tool.called);
  const index = Number(item.location.slice(item.location.lastIndexOf(':') + 1));
  pending.push(['response.output_item.done', itemMembers(index, shown(item, status, sealed))]);
}

/**
 * The input of a custom tool is within JSON, and is sent once that is whole. The input of a tool of
 * the client is in the item.
 */
function endCall(pending: UnnumberedEvent[], item: OpenItem, { name }: CallersName): void {
  const { location, type, arguments: given } = item;
  if (type === 'function_call') {
    const members = `"name":${JSON.stringify(name)},"arguments":${JSON.stringify(given)}`;
    pending.push([`${ARGUMENTS}.done`, `${location},${members}`]);
    return;
  }
  if (type !== 'custom_tool_call') return;
  const input = toInput(given);
  if (input !== '') pending.push(delta(item, INPUT, input));
  pending.push([`${INPUT}.done`, `${location},"input":${JSON.stringify(input)}`]);
}

function delta({ location }: OpenItem, of: string, more: string): UnnumberedEvent {
  return [`${of}.delta`, `${location},"delta":${JSON.stringify(more)}`];
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
    const reported = isSummary ? { summary: content, content: [] } : { summary: [], content };
    return { id, type, ...reported, encrypted_content: sealed };
  }
  if (type === 'message') return { id, type, role: 'assistant', status, content };
  if (call === null) return { id, type, status };
  return { id, type, status, call_id: call.call_id, ...callMembers(call.tool, given) };
}

function partShown({ type, text, annotations }: OpenPart): object {
  if (type === 'refusal') return { type, refusal: text };
  return type === 'output_text'
    ? { type, text, annotations: [...annotations], logprobs: [] }
    : { type, text };
}
