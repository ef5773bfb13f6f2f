import { asList, asObject, asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';

/** Takes out of each delta of one choice the reasoning that came before. */
export interface NewReasoning {
  /**
   * The delta with what is new of its `reasoning_content` and its `reasoning_details`; without the
   * former, that has the texts of the latter.
   */
  of(delta: JsonObject): JsonObject;
}

/**
 * For MiniMax, whose documentation lets each piece repeat all before
 * (https://platform.minimax.io/docs/api-reference/text-openai-api), while its answers were measured
 * to hold what is new alone (MiniMax-AI/MiniMax-M2#95, March 2026). A text repeats as long as each
 * of its pieces begins with everything so far.
 */
export function createNewReasoning(): NewReasoning {
  const texts = new Map<unknown, Growing>();
  const newIn = (key: unknown, text: string): string => {
    const known = texts.get(key) ?? { all: '', mayRepeat: true };
    texts.set(key, known);
    return newOf(known, text);
  };
  return {
    of(delta) {
      const content = asText(delta['reasoning_content']);
      const details = asList(delta['reasoning_details']).map((detail) =>
        withNewText(asObject(detail), newIn),
      );
      const text = content === undefined ? textOf(details) : newIn('content', content);
      return {
        ...delta,
        ...(text === undefined ? {} : { reasoning_content: text }),
        ...(details.length === 0 ? {} : { reasoning_details: details }),
      };
    },
  };
}

interface Growing {
  all: string;
  mayRepeat: boolean;
}

function newOf(known: Growing, text: string): string {
  const before = known.all;
  const isBegun = before !== '';
  if (isBegun) known.mayRepeat &&= text.length > before.length && text.startsWith(before);
  const repeats = isBegun && known.mayRepeat;
  known.all = repeats ? text : before + text;
  return repeats ? text.slice(before.length) : text;
}

function textOf(details: readonly JsonObject[]): string | undefined {
  const texts = details.map((detail) => asText(detail['text']) ?? '');
  return details.length === 0 ? undefined : texts.join('');
}

function withNewText(
  detail: JsonObject,
  newIn: (key: unknown, text: string) => string,
): JsonObject {
  const text = asText(detail['text']);
  return text === undefined ? detail : { ...detail, text: newIn(detail['index'] ?? 0, text) };
}
