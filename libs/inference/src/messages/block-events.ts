import type { ChatDelta, ToolCallDelta } from '@tollgate/contract/chat';
import type { Searched } from '@tollgate/providers/adapter/adapter';
import { inputOf } from './messages-document.ts';
import { citationOf } from './run-blocks.ts';
import type { Block } from './run-blocks.ts';
import { frameOf } from './stream-frames.ts';

/** A citation, by its positions in the text of the whole answer. */
type Annotation = Searched['annotations'][number];

interface OpenBlock {
  index: number;
  type: 'text' | 'thinking' | 'tool_use' | 'run';
  /** The text, the thinking, or the arguments of a call, so far. */
  text: string;
  /**
   * Whether pieces of a call's arguments are sent on: only those of an object are, before the call
   * ends.
   */
  isObject: boolean;
  /** Whether a further block has begun since. */
  isPassed: boolean;
}

/**
 * Makes the events of one streamed answer from its pieces, as frames. A block ends when the next
 * one begins; a call whose arguments are not whole yet stays open.
 */
export class BlockEvents {
  readonly #open: OpenBlock[] = [];
  readonly #calls = new Map<number, OpenBlock>();
  readonly #annotations: Annotation[] = [];
  #frames = '';
  #said = '';
  #added = 0;

  /** Takes the thinking of a delta. */
  addReasoning({ reasoning_content: thinking }: ChatDelta): void {
    if (!thinking) return;
    const empty = { type: 'thinking', thinking: '', signature: '' };
    const block = this.#opened('thinking') ?? this.#begin('thinking', empty);
    block.text += thinking;
    this.#delta(block, { type: 'thinking_delta', thinking });
  }

  /** Takes everything else of a delta; thinking that is open has to be ended before. */
  addContent({ content, refusal, tool_calls: made }: ChatDelta): void {
    this.#say(content);
    this.#say(refusal);
    for (const one of made ?? []) this.#call(one);
  }

  /** The text of the thinking block that is open; null when none is. */
  openReasoning(): string | null {
    return this.#opened('thinking')?.text ?? null;
  }

  /**
   * Ends the thinking block that is open, or adds one without words. Claude Code takes the block
   * that is stopped last for the result, so a text that is open stays open beside thinking that
   * follows it.
   * @param sealed what has to come back
   */
  endReasoning(sealed: string): void {
    const block = this.#opened('thinking');
    if (block === undefined) {
      this.#stop(this.#add('thinking', { type: 'redacted_thinking', data: sealed }));
      return;
    }
    this.#delta(block, { type: 'signature_delta', signature: sealed });
    this.#stop(block);
  }

  /** Adds what the provider has run, which has ended; a text that is open stays open beside it. */
  addRun(content: readonly Block[]): void {
    for (const one of content) {
      const { input, ...block } = 'input' in one ? one : { ...one, input: undefined };
      const started = input === undefined ? block : { ...block, input: {} };
      const open = this.#begin('run', started);
      if (input !== undefined) this.#deltaOfInput(open, JSON.stringify(input));
      this.#stop(open);
    }
  }

  /** Takes a citation by its positions in the text, which it follows at the end. */
  cite(annotation: Annotation): void {
    this.#annotations.push(annotation);
  }

  /** Ends what is still open. */
  end(): void {
    const text = this.#opened('text');
    for (const annotation of text === undefined ? [] : this.#annotations) {
      const citation = citationOf(annotation, this.#said);
      this.#delta(text as OpenBlock, { type: 'citations_delta', citation });
    }
    for (const block of this.#open.slice()) this.#stop(block);
  }

  /** The frames since the last look. */
  take(): string {
    const reported = this.#frames;
    this.#frames = '';
    return reported;
  }

  #say(text: string | null | undefined): void {
    if (!text) return;
    this.#said += text;
    let block = this.#opened('text');
    if (block?.isPassed === true) {
      this.#stop(block);
      block = undefined;
    }
    block ??= this.#begin('text', { type: 'text', text: '' });
    this.#delta(block, { type: 'text_delta', text });
  }

  #call({ index, id = '', function: made }: ToolCallDelta): void {
    let block = this.#calls.get(index);
    if (block === undefined) {
      block = this.#begin('tool_use', { type: 'tool_use', id, name: made?.name ?? '', input: {} });
      this.#calls.set(index, block);
    }
    const more = made?.arguments ?? '';
    if (more === '' || !this.#open.includes(block)) return;
    block.text += more;
    if (block.isObject) this.#deltaOfInput(block, more);
    else if (block.text.trimStart().startsWith('{')) {
      block.isObject = true;
      this.#deltaOfInput(block, block.text);
    }
  }

  #opened(type: OpenBlock['type']): OpenBlock | undefined {
    return this.#open.find((block) => block.type === type);
  }

  #begin(type: OpenBlock['type'], content: object): OpenBlock {
    const isBeside = type === 'thinking' || type === 'run';
    const isLeftOpen = (block: OpenBlock): boolean => isBeside && block.type === 'text';
    for (const block of this.#open.filter((one) => isWhole(one) && !isLeftOpen(one))) {
      this.#stop(block);
    }
    for (const block of this.#open) block.isPassed = true;
    return this.#add(type, content);
  }

  #add(type: OpenBlock['type'], content: object): OpenBlock {
    const block: OpenBlock = {
      index: this.#added,
      type,
      text: '',
      isObject: false,
      isPassed: false,
    };
    this.#added += 1;
    this.#open.push(block);
    this.#tell('content_block_start', block, `,"content_block":${JSON.stringify(content)}`);
    return block;
  }

  #delta(block: OpenBlock, delta: object): void {
    this.#tell('content_block_delta', block, `,"delta":${JSON.stringify(delta)}`);
  }

  #deltaOfInput(block: OpenBlock, json: string): void {
    this.#delta(block, { type: 'input_json_delta', partial_json: json });
  }

  /** Arguments that are no object go in the form that they have in a whole answer. */
  #stop(block: OpenBlock): void {
    this.#open.splice(this.#open.indexOf(block), 1);
    const isOdd = block.type === 'tool_use' && !block.isObject && block.text.trim() !== '';
    if (isOdd) this.#deltaOfInput(block, JSON.stringify(inputOf(block.text)));
    this.#tell('content_block_stop', block);
  }

  #tell(type: string, { index }: OpenBlock, member = ''): void {
    this.#frames += frameOf(type, `{"type":"${type}","index":${index}${member}}`);
  }
}

/**
 * Whether a block can end because the next one begins. It is looked at once: looking at all that
 * are open each time would cost the square of their number.
 */
function isWhole({ type, text, isPassed }: OpenBlock): boolean {
  if (isPassed) return false;
  if (type !== 'tool_use') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
