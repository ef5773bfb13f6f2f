import type {
  ChatChoice,
  ChatChunkChoice,
  ChatDelta,
  ToolCallDelta,
} from '@tollgate/contract/chat';
import type { TokenOverhead } from '@tollgate/providers/adapter';
import { countText } from '@tollgate/providers/count-text';
import { tokensAtMost } from '@tollgate/providers/tokens-at-most';

/** Characters of one text that are kept uncounted, so that most texts are counted once and as a whole. */
const KEPT_CHARACTERS = 4_096;
/** Tokens around an answer, such as the mark of its end, and around each call in it. For the upper bound only. */
const TURN_TOKENS = 8;
const CALL_TOKENS = 32;

/** Output in tokens, by our own count. */
export interface DeliveredTokens {
  output: number;
  reasoning: number;
}

/** What an answer has said so far, counted as texts and not as the pieces that they came in. */
export interface Delivered {
  /** Takes the pieces of a chunk in. */
  take(choices: readonly ChatChunkChoice[]): void;
  /** Something of the model's thoughts has come, in words or as a signature. */
  hasReasoned(): boolean;
  /** A likely count. */
  counted(): DeliveredTokens;
  /** The most that a tokenizer can have made of it. */
  bound(): DeliveredTokens;
}

interface TextCounts {
  counted: number;
  bound: number;
}

/** One text. Adding a piece costs no more than joining the strings. */
interface TextMeter {
  push(text: string): void;
  counts(): TextCounts;
}

type Counting = Pick<TokenOverhead, 'digits' | 'scale'>;

/** A count that begins at nothing. @param overhead how the provider counts */
export function createDelivered(counting: Counting): Delivered {
  const output = new Map<number, TextMeter>();
  const reasoning = new Map<number, TextMeter>();
  let calls = 0;
  let hasReasoned = false;

  function say(texts: Map<number, TextMeter>, index: number, text?: string | null): void {
    if (text === null || text === undefined || text === '') return;
    let meter = texts.get(index);
    if (meter === undefined) texts.set(index, (meter = createTextMeter(counting)));
    meter.push(text);
  }

  function takeCall(index: number, { id, function: called }: ToolCallDelta): void {
    if (id !== undefined) calls += 1;
    say(output, index, called?.name);
    say(output, index, called?.arguments);
  }

  const sum = (texts: Map<number, TextMeter>, of: keyof TextCounts): number =>
    [...texts.values()].reduce((tokens, meter) => tokens + meter.counts()[of], 0);

  return {
    take(choices) {
      for (const { index, delta } of choices) {
        for (const text of [delta.content, delta.refusal]) say(output, index, text);
        say(reasoning, index, delta.reasoning_content);
        hasReasoned ||= tellsOfThoughts(delta);
        for (const call of delta.tool_calls ?? []) takeCall(index, call);
      }
    },
    hasReasoned: () => hasReasoned,
    counted: () => scaled(counting, sum(output, 'counted'), sum(reasoning, 'counted')),
    bound() {
      const around = output.size * TURN_TOKENS + calls * CALL_TOKENS;
      return scaled(counting, sum(output, 'bound') + around, sum(reasoning, 'bound'));
    },
  };
}

/** What a whole answer says. */
export function deliveredWhole(counting: Counting, choices: readonly ChatChoice[]): Delivered {
  const delivered = createDelivered(counting);
  for (const { index, message } of choices) {
    const {
      content,
      refusal,
      reasoning_content: thoughts = null,
      tool_calls: calls = [],
    } = message;
    const tool_calls = calls.map((call, place) => ({ ...call, index: place }));
    const delta = { content, refusal, reasoning_content: thoughts, tool_calls };
    delivered.take([{ index, delta, finish_reason: null }]);
  }
  return delivered;
}

function tellsOfThoughts({
  reasoning_content: thoughts,
  extra_content: extra,
}: ChatDelta): boolean {
  return (thoughts ?? '') !== '' || extra !== undefined;
}

function scaled({ scale }: Counting, output: number, reasoning: number): DeliveredTokens {
  return { output: Math.ceil(output * scale), reasoning: Math.ceil(reasoning * scale) };
}

/** The text is cut before a blank, because no token of either count spans that place; without a blank, at its end. */
function createTextMeter({ digits }: Counting): TextMeter {
  let kept = '';
  const done: TextCounts = { counted: 0, bound: 0 };
  const countedTo = (text: string): TextCounts => ({
    counted: done.counted + countText(text, digits).usual,
    bound: done.bound + tokensAtMost(text),
  });
  return {
    push(text) {
      kept += text;
      if (kept.length < KEPT_CHARACTERS) return;
      const blank = kept.lastIndexOf(' ');
      const end = blank > 0 ? blank : kept.length;
      Object.assign(done, countedTo(kept.slice(0, end)));
      kept = kept.slice(end);
    },
    counts: () => countedTo(kept),
  };
}
