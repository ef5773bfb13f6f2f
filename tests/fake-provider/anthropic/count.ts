import { marksOf } from '../claude-marks.ts';
import { directivesIn, withoutDirectives } from '../directive.ts';
import { isJson } from '../openai/chat-request.ts';
import { type Counted, inputTokensOf, MESSAGE_TOKENS } from '../prompt.ts';
import { refuse } from './refuse.ts';

type Json = Record<string, unknown>;

/** What a model reads, in tokens. */
const CONTEXT_TOKENS = 200_000;
/** What a model reads where a request names the feature in trial for it. */
const LONG_CONTEXT_TOKENS = 1_000_000;
const LONG_CONTEXT = 'context-1m-2025-08-07';

const IMAGE_TOKENS = 85;
/** What the definitions of the provider's own tools come to, as far as that is published. */
const OWN_TOOL_TOKENS: Readonly<Record<string, number>> = {
  bash_20250124: 245,
  text_editor_20250728: 700,
  computer_20251124: 735,
};

/**
 * Counts a prompt. What stands before the last mark is kept however short it is, and is never found
 * again.
 * @param betas the features in trial that the request names
 */
export function countInput(body: Json, betas: string): Counted {
  const counted: Counted = { total: 0, kept: 0, hour: 0 };
  const keep = (block: Json): void => {
    const marks = marksOf(block, []);
    if (marks.length === 0) return;
    counted.kept = counted.total;
    if (marks.some(({ ttl }) => ttl === '1h')) counted.hour = counted.total;
  };
  const add = (block: Json, tokens: number): void => {
    counted.total += tokens;
    keep(block);
  };
  for (const tool of listOf(body['tools'])) {
    add(tool, inputTokensOf(lengthOf(tool)) + (OWN_TOOL_TOKENS[String(tool['type'])] ?? 0));
  }
  for (const block of listOf(body['system'])) add(block, tokensOfBlock(block));
  for (const { content } of listOf(body['messages'])) {
    counted.total += MESSAGE_TOKENS;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    for (const block of listOf(blocks)) add(block, tokensOfBlock(block));
  }
  keep({ cache_control: body['cache_control'] });
  const max = betas.split(',').some((beta) => beta.trim() === LONG_CONTEXT)
    ? LONG_CONTEXT_TOKENS
    : CONTEXT_TOKENS;
  if (counted.total <= max) return counted;
  return refuse(`prompt is too long: ${counted.total} tokens > ${max} maximum`);
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** A mark costs nothing by itself. */
function lengthOf(block: Json): number {
  return JSON.stringify({ ...block, cache_control: undefined }).length;
}

// A directive costs nothing: a test that adds one to a message must not change its price.
function tokensOfBlock(block: Json): number {
  if (block['type'] === 'image') return IMAGE_TOKENS;
  if (block['type'] !== 'text') return inputTokensOf(lengthOf(block));
  const text = String(block['text']);
  return inputTokensOf((directivesIn(text).length > 0 ? withoutDirectives(text) : text).length);
}
