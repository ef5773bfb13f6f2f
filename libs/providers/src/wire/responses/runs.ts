import type { OpenaiTool } from '@tollgate/contract/openai-runs';
import type { ToolCounts } from '@tollgate/contract/server-tools';
import type { MappedAnswer, MappedEvent, Searched } from '../../adapter/adapter.ts';
import type { UsageReading } from '../../adapter/usage.ts';
import { PARTIAL_IMAGES_MAX } from '@tollgate/contract/images';
import { countOf } from '../../adapter/usage-reading.ts';
import { asList, asObject, asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { imageOf } from '../images/made-image.ts';
import { BETWEEN, textsOf } from './output.ts';
import type { WireItem } from './types.ts';

/** The items of tools that the provider runs, and the tool of each. */
const TOOL_OF: ReadonlyMap<unknown, OpenaiTool> = new Map([
  ['web_search_call', 'web_search'],
  ['code_interpreter_call', 'code_interpreter'],
  ['mcp_call', 'mcp'],
  ['image_generation_call', 'image_generation'],
  ['file_search_call', 'file_search'],
]);

/** Items of servers that are no calls: a list of tools, and a request for an approval. */
const SHOWN: ReadonlySet<unknown> = new Set(['mcp_list_tools', 'mcp_approval_request']);

/**
 * What the provider bills for the calls of one answer: each search, though opening a page and
 * looking within one are calls too, each container, however often code runs in it, each call of a
 * server, each search in vector stores, and each image that was made.
 */
class Bill {
  readonly #containers = new Set<unknown>();
  readonly counts: ToolCounts = {};

  /** @returns the tool of a call that is billed; null for one that costs no more */
  add(item: JsonObject): OpenaiTool | null {
    const tool = TOOL_OF.get(item['type']) ?? null;
    if (tool === null) return null;
    const before = this.counts[tool] ?? 0;
    const isBilled = this.#isBilled(tool, item);
    this.counts[tool] = before + (isBilled ? 1 : 0);
    return isBilled ? tool : null;
  }

  #isBilled(tool: OpenaiTool, item: JsonObject): boolean {
    if (tool === 'web_search') {
      // The action may be missing while a call begins.
      const { type = 'search' } = asObject(item['action']);
      return type === 'search';
    }
    if (tool === 'mcp' || tool === 'file_search') return true;
    if (tool === 'image_generation') return item['status'] !== 'failed';
    const { container_id: container } = item;
    if (this.#containers.has(container)) return false;
    this.#containers.add(container);
    return true;
  }
}

function callsIn(items: readonly JsonObject[]): JsonObject[] {
  return items.filter(({ type }) => TOOL_OF.has(type) || SHOWN.has(type));
}

/** @throws MalformedReply for an image that is none */
function assertImages(calls: readonly JsonObject[]): void {
  for (const { type, result } of calls) {
    if (isImage(type) && result !== null && result !== undefined) imageOf(result);
  }
}

function isImage(type: unknown): boolean {
  return TOOL_OF.get(type) === 'image_generation';
}

function billOf(calls: readonly JsonObject[]): ToolCounts {
  const bill = new Bill();
  for (const call of calls) bill.add(call);
  return bill.counts;
}

/**
 * A report of usage with the runs of tools that are in the output, of which usage says nothing, and
 * with the tokens of images, which are apart: "`image_gen` sums available token counts across image
 * generation calls. Calls with missing or incomplete usage records may be skipped" (`ToolUsage` of
 * the npm package openai 7.59; recorded are answers without images).
 * @param response the whole of it
 */
export function withRuns(
  reading: UsageReading,
  { output, tool_usage: tools }: JsonObject,
): UsageReading {
  const calls = callsIn(asList(output).map(asObject));
  if (reading.usage === null || calls.length === 0) return reading;
  const bill = billOf(calls);
  const images = bill.image_generation === undefined ? {} : imageTokensIn(tools);
  return { ...reading, usage: { ...reading.usage, ...bill, ...images } };
}

/** Nothing where one of the counts is missing: then neither is believed. */
function imageTokensIn(tools: unknown): ToolCounts {
  const { input_tokens: read, output_tokens: made } = asObject(asObject(tools)['image_gen']);
  const [image_input, image_output] = [countOf(read), countOf(made)];
  return isSome(image_input) && isSome(image_output) ? { image_input, image_output } : {};
}

function isSome(count: number | undefined): count is number {
  return count !== undefined && !Number.isNaN(count);
}

/** What the items of a whole answer show of such tools; nothing where none ran. */
export function searchedIn(items: readonly WireItem[]): Pick<MappedAnswer, 'ran' | 'searched'> {
  const calls = callsIn(items);
  if (calls.length === 0) return {};
  assertImages(calls);
  return {
    ran: billOf(calls),
    searched: { calls, annotations: citedIn(items) },
  };
}

/** The citations of all messages, by positions in their texts joined. */
function citedIn(items: readonly WireItem[]): Searched['annotations'] {
  const annotations: JsonObject[] = [];
  let from = 0;
  for (const { type, content } of items) {
    const text = type === 'message' ? textsOf(content, 'text').join('') : '';
    if (text === '') continue;
    const cited = asList(content).flatMap((part) => asList(asObject(part)['annotations']));
    annotations.push(...cited.map((one) => moved(asObject(one), from)));
    from += text.length + BETWEEN.length;
  }
  return annotations;
}

function moved(annotation: JsonObject, by: number): JsonObject {
  const { start_index: start, end_index: end, index } = annotation;
  // A citation of a file in a vector store has one position: where it belongs into the text.
  if (typeof index === 'number') return { ...annotation, index: index + by };
  if (by === 0 || typeof start !== 'number' || typeof end !== 'number') return annotation;
  return { ...annotation, start_index: start + by, end_index: end + by };
}

/** What the events of one stream show of such tools. */
export class StreamedRuns {
  readonly #bill = new Bill();
  readonly #ended = new Set<unknown>();
  readonly #from = new Map<string, number>();
  #sent = 0;

  /** The events of a run that an event of the provider brings. */
  read(type: string, event: JsonObject): MappedEvent[] {
    const item = asObject(event['item']);
    if (type === 'response.output_text.annotation.added') {
      const annotation = asObject(event['annotation']);
      return [{ kind: 'annotation', annotation: moved(annotation, this.#fromOf(event)) }];
    }
    if (type === PREVIEW) return previewIn(event);
    if (callsIn([item]).length === 0) return [];
    if (type === 'response.output_item.added') {
      const tool = this.#bill.add(item);
      const began: MappedEvent[] = isImage(item['type'])
        ? [{ kind: 'drawing', call: { id: item['id'] } }]
        : [];
      return tool === null ? [] : [{ kind: 'ran', tool }, ...began];
    }
    return type === 'response.output_item.done' ? this.#end([item]) : [];
  }

  /** Calls that only the last event has. */
  close(output: unknown): MappedEvent[] {
    return this.#end(callsIn(asList(output).map(asObject)));
  }

  /** Notes where a text of the provider stands in the text of the whole answer. */
  noteText(event: JsonObject, sent: string): void {
    const key = keyOf(event);
    const own = asText(event['delta']) ?? sent;
    if (!this.#from.has(key)) this.#from.set(key, this.#sent + sent.length - own.length);
    this.#sent += sent.length;
  }

  #fromOf(event: JsonObject): number {
    return this.#from.get(keyOf(event)) ?? 0;
  }

  #end(calls: readonly JsonObject[]): MappedEvent[] {
    const fresh = calls.filter(({ id }) => !this.#ended.has(id));
    assertImages(fresh);
    for (const { id } of fresh) this.#ended.add(id);
    return fresh.map((call) => ({ kind: 'searched', call }));
  }
}

const PREVIEW = 'response.image_generation_call.partial_image';

/** A preview of an image; nothing for one beyond those that can be asked for. */
function previewIn(event: JsonObject): MappedEvent[] {
  const at = countOf(event['partial_image_index']);
  if (!isSome(at) || at >= PARTIAL_IMAGES_MAX) return [];
  imageOf(event['partial_image_b64']);
  return [{ kind: 'drawing', call: { ...event, id: event['item_id'] } }];
}

function keyOf({ item_id: id, output_index: index }: JsonObject): string {
  return asText(id) ?? JSON.stringify(index ?? null);
}
