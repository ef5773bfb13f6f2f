import type {
  ChatChoice,
  ChatChunkChoice,
  ChatDelta,
  ToolCallDelta,
} from '@tollgate/contract/chat';
import type { TokenOverhead } from '@tollgate/providers/adapter/adapter';
import { countText } from '@tollgate/providers/tokens/count-text';
import { countDelivered } from '@tollgate/providers/tokens/delivered-tokens';
import type { DeliveredCount } from '@tollgate/providers/tokens/delivered-tokens';

/**
 * Characters of one text that are kept uncounted, so that most texts are counted once and as a
 * whole.
 */
const KEPT_CHARACTERS = 4_096;
/** Tokens around each call in an answer, at most. */
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
  /** Something of the model's reasoning has come, in words or as a signature. */
  hasReasoned(): boolean;
  /** A likely count. */
  counted(): DeliveredTokens;
  /**
   * The count that a caller who stops the answer owes: for prose in Latin letters within 0.95 to
   * 1.3 of the provider's own, and the most that a tokenizer can have made of everything else.
   * Never below `counted`, so that nobody gains by leaving.
   */
  owed(): DeliveredTokens;
}

/** One text. Adding a piece costs no more than joining the strings. */
interface TextMeter {
  push(text: string): void;
  /** Tokens by the usual count. */
  counted(): number;
  /** Tokens that are owed where the answer is stopped. */
  owed(): DeliveredCount;
}

type Counting = Pick<TokenOverhead, 'digits' | 'scale' | 'prose'>;

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

  const { scale, prose: proseScale = scale } = counting;
  const countedIn = (texts: Map<number, TextMeter>): number =>
    Math.ceil(sum(texts, (meter) => meter.counted()) * proseScale);
  const counted = (): DeliveredTokens => ({
    output: countedIn(output),
    reasoning: countedIn(reasoning),
  });
  const owedFor = (texts: Map<number, TextMeter>, around: number): number =>
    Math.ceil(around * scale + sum(texts, (meter) => scaled(meter.owed())));
  const scaled = ({ prose, other }: DeliveredCount): number => prose * proseScale + other * scale;

  return {
    take(choices) {
      for (const { index, delta } of choices) {
        for (const text of [delta.content, delta.refusal]) say(output, index, text);
        say(reasoning, index, delta.reasoning_content);
        hasReasoned ||= holdsReasoning(delta);
        for (const call of delta.tool_calls ?? []) takeCall(index, call);
      }
    },
    hasReasoned: () => hasReasoned,
    counted,
    owed() {
      const least = counted();
      return {
        output: Math.max(least.output, owedFor(output, calls * CALL_TOKENS)),
        reasoning: Math.max(least.reasoning, owedFor(reasoning, 0)),
      };
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
      reasoning_content: reasoning = null,
      tool_calls: calls = [],
    } = message;
    const tool_calls = calls.map((call, position) => ({ ...call, index: position }));
    const delta = { content, refusal, reasoning_content: reasoning, tool_calls };
    delivered.take([{ index, delta, finish_reason: null }]);
  }
  return delivered;
}

function holdsReasoning({
  reasoning_content: reasoning,
  extra_content: extra,
}: ChatDelta): boolean {
  return (reasoning ?? '') !== '' || extra !== undefined;
}

function sum(texts: Map<number, TextMeter>, of: (meter: TextMeter) => number): number {
  return [...texts.values()].reduce((tokens, meter) => tokens + of(meter), 0);
}

/**
 * The text is cut before a blank, because no token of either count spans that position; without a
 * blank, at its end.
 */
function createTextMeter({ digits }: Counting): TextMeter {
  let kept = '';
  let done = 0;
  let owed: DeliveredCount = { prose: 0, other: 0 };
  const countedTo = (text: string): number => done + countText(text, digits).usual;
  const owedTo = (text: string): DeliveredCount => {
    const { prose, other } = countDelivered(text, digits);
    return { prose: owed.prose + prose, other: owed.other + other };
  };
  return {
    push(text) {
      kept += text;
      if (kept.length < KEPT_CHARACTERS) return;
      const blank = kept.lastIndexOf(' ');
      const end = blank > 0 ? blank : kept.length;
      done = countedTo(kept.slice(0, end));
      owed = owedTo(kept.slice(0, end));
      kept = kept.slice(end);
    },
    counted: () => countedTo(kept),
    owed: () => owedTo(kept),
  };
}
