import { directivesIn, withoutDirectives } from '../directive.ts';
import { isJson } from '../openai/chat-request.ts';
import { type Counted, inputTokensOf, MESSAGE_TOKENS } from '../prompt.ts';
import { refuse } from './refuse.ts';

type Json = Record<string, unknown>;

const CONTEXT_TOKENS_MAX = 200_000;
const IMAGE_TOKENS = 85;

/**
 * Counts a prompt. What stands before the last point is kept however short it is, and is never
 * found again.
 */
export function countInput(body: Json): Counted {
  const counted: Counted = { total: 0, kept: 0, hour: 0 };
  const add = (block: Json): void => {
    const { cachePoint: point } = block;
    if (point === undefined) {
      counted.total += tokensOf(block);
      return;
    }
    counted.kept = counted.total;
    if (isJson(point) && point['ttl'] === '1h') counted.hour = counted.total;
  };
  const { toolConfig: config } = body;
  if (isJson(config)) {
    const { tools, ...rest } = config;
    counted.total += inputTokensOf(JSON.stringify(rest).length);
    listOf(tools).forEach(add);
  }
  listOf(body['system']).forEach(add);
  for (const { content } of listOf(body['messages'])) {
    counted.total += MESSAGE_TOKENS;
    listOf(content).forEach(add);
  }
  if (counted.total <= CONTEXT_TOKENS_MAX) return counted;
  return refuse('Input is too long for requested model.');
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

// A directive costs nothing: a test that adds one to a message must not change its price.
function tokensOf(block: Json): number {
  if ('image' in block) return IMAGE_TOKENS;
  const { text } = block;
  if (typeof text !== 'string') return inputTokensOf(JSON.stringify(block).length);
  const plain = directivesIn(text).length > 0 ? withoutDirectives(text) : text;
  return inputTokensOf(plain.length);
}
