import { ProviderError } from '../adapter/adapter.ts';
import type { LocalModeration } from '../adapter/adapter.ts';
import type { Judgement, ModerationCall } from '../adapter/moderation-wire.ts';
import { failureOf, readDirectives } from './directives.ts';

/** Categories are flagged where a text has their word. */
const CATEGORIES = ['harassment', 'hate', 'illicit', 'self-harm', 'sexual', 'violence'] as const;
const CHARACTERS_PER_TOKEN = 4;
const SCORES = { flagged: 0.98, other: 0.001 } as const;

/** Flags texts by words that stand in them; pictures are never flagged. */
export const sandboxModeration: LocalModeration = {
  async judge(call, _endpoint, context) {
    const texts = textsOf(call);
    const wishes = readDirectives(texts.join(' '));
    if (wishes.delayMs > 0) await context.sleep(wishes.delayMs);
    const failure = failureOf(wishes);
    if (failure !== null) throw new ProviderError(failure);
    const input = Math.ceil(texts.join('').length / CHARACTERS_PER_TOKEN);
    return {
      results: texts.map(judgementOf),
      usage: { input, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 },
    };
  },
};

/** One text for each result. */
function textsOf({ input }: ModerationCall): string[] {
  if (typeof input === 'string') return [input];
  const texts = input.filter((one) => typeof one === 'string');
  if (texts.length === input.length) return texts;
  const parts = input.map((one) =>
    typeof one === 'object' && one.type === 'text' ? one.text : '',
  );
  return [parts.join(' ')];
}

function judgementOf(text: string): Judgement {
  const found = CATEGORIES.map((name) => [name, text.toLowerCase().includes(name)] as const);
  return {
    flagged: found.some(([, isFlagged]) => isFlagged),
    categories: Object.fromEntries(found),
    scores: Object.fromEntries(
      found.map(([name, isFlagged]) => [name, isFlagged ? SCORES.flagged : SCORES.other]),
    ),
    appliedTo: Object.fromEntries(found.map(([name]) => [name, ['text']])),
  };
}
