import { ChatRequest } from '@tollgate/contract/chat';
import type { Loose, RawEmbeddingsRequest, RawPart, RawRequest } from './reader.ts';
import { textParts, valueOf } from './reader.ts';

/** Fields without a counterpart of ours that change what the provider counts. */
const ALIEN = ['functions', 'plugins', 'web_search_options', 'grammar'];
const OURS = new Set(Object.keys(ChatRequest.properties));

/**
 * A recorded body of the chat-completions wire as a request of ours; null when it holds what no
 * request of ours says.
 */
export function askedCompletions(body: Loose, { provider }: { provider: string }): object | null {
  if (ALIEN.some((name) => name in body)) return null;
  const entries = Object.entries(body);
  const ours = entries.filter(([name, value]) => OURS.has(name) && value !== null);
  const seed = body.random_seed ?? body.seed;
  return {
    ...Object.fromEntries(ours),
    ...(seed === undefined || seed === null ? {} : { seed }),
    ...(body.tool_choice === 'any' ? { tool_choice: 'required' } : {}),
    messages: body.messages.map((message: Loose) => askedMessage(message, provider)),
  };
}

/** An answer of a provider stands in a request of ours as we gave it to the caller. */
function askedMessage(message: Loose, provider: string): Loose {
  if (message.role !== 'assistant') return message;
  const { reasoning: _, reasoning_details: details, extra_content: extra, ...rest } = message;
  const reasonings = partsOf(message).flatMap((part) => ('thought' in part ? [part.thought] : []));
  const texts = Array.isArray(message.content)
    ? { content: message.content.filter((part: Loose) => part.type === 'text') }
    : {};
  const kept = details ? { [provider]: { reasoning_details: details } } : {};
  const hasExtra = details || extra;
  return {
    ...rest,
    ...texts,
    ...(reasonings.length === 0 ? {} : { reasoning_content: reasonings.join('') }),
    ...(hasExtra ? { extra_content: { ...extra, ...kept } } : {}),
  };
}

/** What a body of the chat-completions wire asks for. */
export function completionsRequest(body: Loose): RawRequest {
  const { messages, tools, tool_choice: choice, seed, random_seed: random, ...settings } = body;
  const { max_tokens: older, max_completion_tokens: ceiling, stream, ...others } = settings;
  return {
    turns: messages.map(turnOf),
    ...(tools?.length > 0 ? { tools: tools.map(toolOf) } : {}),
    ...(choice ? { choice: choice.function?.name ?? requiredBy(choice) } : {}),
    settings: {
      ...others,
      seed: seed ?? random,
      ceiling: ceiling ?? older,
      stream: stream === true,
    },
  };
}

/** One provider's older word for it. */
function requiredBy(choice: string): string {
  return choice === 'any' ? 'required' : choice;
}

function toolOf({ function: reported }: Loose): NonNullable<RawRequest['tools']>[number] {
  const { name, description, parameters, strict } = reported;
  return { name, description, parameters, strict };
}

function turnOf(message: Loose): RawRequest['turns'][number] {
  const { role, name, tool_call_id: of, extra_content: extra, refusal } = message;
  if (role === 'tool') return { role, parts: [{ result: { of, parts: partsOf(message) } }] };
  const calls = (message.tool_calls ?? []).map(callOf);
  const details = message.reasoning_details;
  return {
    role,
    name,
    parts: [
      ...partsOf(message),
      ...(details ? [{ other: details }] : []),
      ...(refusal ? [{ other: { refusal } }] : []),
      ...(extra ? [{ other: extra }] : []),
      ...calls,
    ],
  };
}

function callOf({ id, function: called, extra_content: extra }: Loose): RawPart {
  const args = valueOf(called.arguments);
  return { call: { id, name: called.name, args, ...(extra ? { extra } : {}) } };
}

function partsOf({ content, reasoning_content: reported, reasoning }: Loose): RawPart[] {
  const thought = reported || reasoning;
  const reasonings = thought ? [{ thought }] : [];
  if (!Array.isArray(content)) return [...reasonings, ...(content ? textParts(content) : [])];
  return [...reasonings, ...content.map(partOf)];
}

function partOf(part: Loose): RawPart {
  if (part.type === 'text') return { text: part.text };
  if (part.type === 'thinking') {
    return { thought: part.thinking.map(({ text }: Loose) => text).join('') };
  }
  if (part.type !== 'image_url') return { other: part };
  return { image: part.image_url.url, detail: part.image_url.detail };
}

/** What an embeddings request of this wire asks for. */
export function completionsEmbedded([body]: Loose[]): RawEmbeddingsRequest {
  const { input, dimensions, ...settings } = body;
  return { inputs: typeof input === 'string' ? [input] : input, dimensions, settings };
}
