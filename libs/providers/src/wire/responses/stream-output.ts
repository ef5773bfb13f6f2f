import type { ChatDelta, ToolCallDelta } from '@tollgate/contract/chat';
import { toArguments } from '@tollgate/contract/custom-tool';
import { MalformedReply } from '../../adapter/adapter.ts';
import { asList, asObject, asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  ARGUMENTS_CHARACTERS_MAX,
  ArgumentPieces,
  CALLS_MAX,
} from '../chat-completions/call-ids.ts';
import { BETWEEN, ITEMS_MAX, answerItems, textsOf } from './output.ts';
import { callHead, CUSTOM, givenIn, isCall } from './response.ts';
import type { WireItem } from './types.ts';

/** The texts of an item that a caller gets as deltas. */
type TextField = 'content' | 'refusal' | 'reasoning_content';

/**
 * How much of one item has been sent on, so that a later event of the provider adds only what is
 * missing.
 */
interface ItemProgress {
  /** Characters sent, by the field of the delta. */
  sent: Record<TextField, number>;
  call: CallProgress | null;
  /** Whether arguments came for a call that no event had named yet. */
  isUnnamed: boolean;
  /** The item as its last event reported it. */
  ended: WireItem | null;
}

interface CallProgress {
  /** The index of the call in the caller's stream. */
  index: number;
  isCustom: boolean;
  /** Characters of the provider's arguments that came. */
  sent: number;
  /** The arguments of a function. */
  pieces: ArgumentPieces;
}

/**
 * The output of one streamed response. Providers report an item by any of these: its beginning,
 * deltas, its end, the list of the last event. Each method returns only what the caller has not had
 * yet, so an item reaches the caller once, however often and however late it is reported. Event
 * reference: https://platform.openai.com/docs/api-reference/responses-streaming
 */
export class StreamedOutput {
  readonly #items = new Map<string, ItemProgress>();
  readonly #byId = new Map<string, ItemProgress>();
  readonly #totals: Record<TextField, number> = { content: 0, refusal: 0, reasoning_content: 0 };
  /** Which text was sent last, by field: a text of another item or part is set apart. */
  readonly #last: Partial<Record<TextField, string>> = {};
  #calls = 0;
  #characters = 0;
  #ended: WireItem[] = [];

  get hasCalls(): boolean {
    return this.#calls > 0;
  }

  /** The items that have ended, in the order of the provider. */
  get items(): readonly WireItem[] {
    return this.#ended;
  }

  /** `response.output_item.added`. */
  begin(event: JsonObject): ChatDelta {
    const item = asObject(event['item']);
    const progress = this.#progressOf(event, item);
    const isNamed = asText(item['call_id']) !== undefined && asText(item['name']) !== undefined;
    if (!isCall(item['type']) || !isNamed) return {};
    if (progress.call !== null) throw new MalformedReply('two items have one index');
    return { tool_calls: [this.#beginCall(progress, item, '')] };
  }

  /**
   * The deltas of `response.output_text`, `.refusal`, `.reasoning_summary_text` and
   * `.reasoning_text`.
   */
  text(event: JsonObject, field: TextField): ChatDelta {
    const delta = asText(event['delta']);
    if (delta === undefined) return {};
    const { summary_index: summary, content_index: part } = event;
    const isReasoning = field === 'reasoning_content';
    const where = [keyOf(event), ...(isReasoning ? [summary ?? null, part ?? null] : [])];
    return this.#send(this.#progressOf(event), field, {
      text: delta,
      where: JSON.stringify(where),
    });
  }

  /** The deltas of `response.function_call_arguments` and `.custom_tool_call_input`. */
  arguments(event: JsonObject): ChatDelta {
    const text = asText(event['delta']);
    const progress = this.#progressOf(event);
    if (text === undefined) return {};
    const { call } = progress;
    if (call === null) {
      // The end of the item repeats all arguments, beside the name that is still missing.
      progress.isUnnamed = true;
      return {};
    }
    return { tool_calls: [this.#moreArguments(call, text)] };
  }

  /**
   * `response.function_call_arguments.done` and `.custom_tool_call_input.done`: for providers that
   * send no deltas and no end of the item.
   */
  argumentsEnd(event: JsonObject): ChatDelta {
    const { call } = this.#progressOf(event);
    const given = asText(event['arguments'] ?? event['input']);
    const missing = call === null ? undefined : given?.slice(call.sent);
    if (call === null || missing === undefined || missing === '') return {};
    return { tool_calls: [this.#moreArguments(call, missing)] };
  }

  /** `response.output_item.done`. */
  end(event: JsonObject): ChatDelta[] {
    const [item] = answerItems([event['item']]);
    if (item === undefined) return [];
    const progress = this.#progressOf(event, item);
    if (progress.ended !== null) return [];
    this.#ended.push(item);
    return this.#endItem(progress, item, keyOf(event, item));
  }

  /**
   * The output of the last event, which some providers alone report.
   * @throws MalformedReply when arguments belong to no call
   */
  close(output: unknown): ChatDelta[] {
    const items = asList(output).slice(0, ITEMS_MAX);
    const found = items.flatMap((item, at) => {
      const [known] = answerItems([item]);
      return known === undefined ? [] : [{ item: known, at: String(at) }];
    });
    const unended = found.filter(({ item, at }) => (this.#known(item, at)?.ended ?? null) === null);
    const missing = unended.filter(({ item }) => this.#isMissing(item, found));
    if (unended.length > 0 && found.length >= this.#ended.length) {
      this.#ended = found.map(({ item, at }) => this.#known(item, at)?.ended ?? item);
    }
    const deltas = missing.flatMap(({ item, at }) =>
      this.#endItem(this.#progressOf({ output_index: at }, item), item, at),
    );
    const open = [...this.#items.values()];
    if (open.some(({ isUnnamed, call }) => isUnnamed && call === null)) {
      throw new MalformedReply('arguments belong to no call');
    }
    const owed = open.flatMap(({ call, ended }) => (ended === null ? this.#endCall(call) : []));
    return owed.length === 0 ? deltas : [...deltas, { tool_calls: owed }];
  }

  /**
   * Whether the caller may lack something of an item that has not ended. Some lists name items by
   * new ids, so the amount of text decides.
   */
  #isMissing(item: WireItem, found: readonly { item: WireItem }[]): boolean {
    if (isCall(item.type)) return true;
    const field = item.type === 'reasoning' ? 'reasoning_content' : 'content';
    const inAll = found.reduce((sum, one) => sum + textOf(one.item, field, '').length, 0);
    return this.#totals[field] < inAll || textOf(item, field, '') === '';
  }

  #known(item: WireItem, at: string): ItemProgress | undefined {
    const id = asText(item['call_id']) ?? asText(item['id']);
    const byId = id === undefined ? undefined : this.#byId.get(id);
    if (byId !== undefined || isCall(item.type)) return byId;
    const byIndex = this.#items.get(at);
    return byIndex?.ended === null || byIndex?.ended.type === item.type ? byIndex : undefined;
  }

  #progressOf(event: JsonObject, item: JsonObject = {}): ItemProgress {
    const key = keyOf(event, item);
    const progress = this.#items.get(key) ?? {
      sent: { content: 0, refusal: 0, reasoning_content: 0 },
      call: null,
      isUnnamed: false,
      ended: null,
    };
    if (this.#items.size >= ITEMS_MAX && !this.#items.has(key)) {
      throw new MalformedReply('the stream holds too many items');
    }
    this.#items.set(key, progress);
    for (const id of [asText(item['call_id']), asText(item['id'])]) {
      if (id !== undefined) this.#byId.set(id, progress);
    }
    return progress;
  }

  #endItem(progress: ItemProgress, item: WireItem, key: string): ChatDelta[] {
    progress.ended = item;
    if (isCall(item.type)) {
      const calls = this.#restOfCall(progress, item);
      return calls.length === 0 ? [] : [{ tool_calls: calls }];
    }
    const fields = item.type === 'reasoning' ? THOUGHT_FIELDS : SAID_FIELDS;
    return fields.flatMap((field) => {
      const text = textOf(item, field).slice(progress.sent[field]);
      if (text === '') return [];
      const where = this.#placeOfRest(progress, field, key);
      return [this.#send(progress, field, { text, where })];
    });
  }

  /**
   * @throws MalformedReply when another text was sent since, after which the rest would be in the
   *   wrong position
   */
  #placeOfRest(progress: ItemProgress, field: TextField, key: string): string {
    const last = this.#last[field];
    if (progress.sent[field] === 0 || last === undefined) return JSON.stringify([key, 'rest']);
    const [lastKey] = JSON.parse(last) as [string];
    if (lastKey !== key) throw new MalformedReply('a text goes on behind another text');
    return last;
  }

  #send(
    progress: ItemProgress,
    field: TextField,
    { text, where }: { text: string; where: string },
  ): ChatDelta {
    const before = this.#last[field];
    this.#last[field] = where;
    const isApart = field !== 'refusal' && before !== undefined && before !== where;
    // The separator of two parts of one item belongs to its text; that of two items does not.
    const between = isApart && progress.sent[field] > 0 ? BETWEEN.length : 0;
    progress.sent[field] += text.length + between;
    this.#totals[field] += text.length;
    return { [field]: isApart ? BETWEEN + text : text };
  }

  #beginCall(progress: ItemProgress, item: JsonObject, given: string): ToolCallDelta {
    if (this.#calls >= CALLS_MAX) throw new MalformedReply('the stream holds too many calls');
    const { id, name } = callHead(item);
    const index = this.#calls;
    this.#calls += 1;
    progress.call = {
      index,
      isCustom: item['type'] === CUSTOM,
      sent: 0,
      pieces: new ArgumentPieces(),
    };
    return { index, id, type: 'function', function: { name, arguments: this.#counted(given) } };
  }

  #restOfCall(progress: ItemProgress, item: JsonObject): ToolCallDelta[] {
    const { call } = progress;
    if (call === null) return [this.#beginCall(progress, item, givenIn(item))];
    if (call.sent === 0) return [this.#argumentsDelta(call, givenIn(item))];
    const given = asText(call.isCustom ? item['input'] : item['arguments']) ?? '';
    const missing = given.slice(call.sent);
    const rest = missing === '' ? [] : [this.#moreArguments(call, missing)];
    return [...rest, ...this.#endCall(call)];
  }

  /**
   * What the caller still needs of a call whose pieces have ended: the end of the text of a custom
   * tool, or `{}` for no arguments.
   */
  #endCall(call: CallProgress | null): ToolCallDelta[] {
    if (call === null) return [];
    if (call.isCustom) {
      return [this.#argumentsDelta(call, call.sent > 0 ? INPUT_ENDS : toArguments(''))];
    }
    const rest = call.pieces.end();
    return rest === '' ? [] : [this.#argumentsDelta(call, rest)];
  }

  #moreArguments(call: CallProgress, text: string): ToolCallDelta {
    const begins = call.isCustom && call.sent === 0 ? INPUT_BEGINS : '';
    call.sent += text.length;
    const more = call.isCustom ? JSON.stringify(text).slice(1, -1) : call.pieces.push(text);
    return this.#argumentsDelta(call, begins + more);
  }

  #argumentsDelta({ index }: CallProgress, text: string): ToolCallDelta {
    return { index, function: { arguments: this.#counted(text) } };
  }

  #counted(text: string): string {
    this.#characters += text.length;
    if (this.#characters > ARGUMENTS_CHARACTERS_MAX) throw new MalformedReply('arguments too long');
    return text;
  }
}

const [INPUT_BEGINS = '', INPUT_ENDS = ''] = toArguments('|').split('|');
const SAID_FIELDS: readonly TextField[] = ['content', 'refusal'];
const THOUGHT_FIELDS: readonly TextField[] = ['reasoning_content'];

/** What ties the events of one item together: the index in the output, else the id of the item. */
function keyOf(event: JsonObject, item: JsonObject = {}): string {
  const key = event['output_index'] ?? event['item_id'] ?? item['id'] ?? null;
  return typeof key === 'number' ? String(key) : (asText(key) ?? '');
}

function textOf(item: WireItem, field: TextField, between = BETWEEN): string {
  if (field === 'refusal') return textsOf(item['content'], 'refusal').join('');
  if (field === 'content') {
    return item.type === 'message' ? textsOf(item['content'], 'text').join('') : '';
  }
  if (item.type !== 'reasoning') return '';
  return [...textsOf(item['summary'], 'text'), ...textsOf(item['content'], 'text')].join(between);
}
