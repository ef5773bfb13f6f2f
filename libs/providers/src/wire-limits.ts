import type { ChatRequest } from '@tollgate/contract/chat';
import type { Refusal } from './refusal.ts';

/** What a wire takes, as its provider's reference says; absent members have no limit that is known. */
export interface WireLimits {
  /** The most stop sequences of one request. */
  stops?: number;
  /** The most tools of one request. */
  tools?: number;
  /** The most documents of one request. */
  documents?: number;
  /** The names of tools that go out as they are; others are renamed, see `tool-names.ts`. */
  toolName?: RegExp;
}

/** OpenAI's API reference, chat completions, November 2026: `stop` up to 4 sequences, `tools` 128 functions, names of 64 letters, digits, underscores and dashes. */
export const OPENAI_LIMITS: WireLimits = {
  stops: 4,
  tools: 128,
  toolName: /^[a-zA-Z0-9_-]{1,64}$/u,
};
/** Providers of OpenAI's wire of which nothing is known: the names that the wire itself has. */
export const COMPATIBLE_LIMITS: WireLimits = { toolName: /^[a-zA-Z0-9_-]{1,64}$/u };
/** Google's references of GenerationConfig and FunctionDeclaration, November 2026: 5 stop sequences; names begin with a letter or an underscore, 64 characters. */
export const GOOGLE_LIMITS: WireLimits = { stops: 5, toolName: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/u };
/** Converse's InferenceConfiguration, ToolSpecification and Message (five documents), November 2026. */
export const CONVERSE_LIMITS: WireLimits = {
  stops: 4,
  documents: 5,
  toolName: /^[a-zA-Z0-9_-]{1,64}$/u,
};

/** Why a request is beyond what the wire takes; null when it is within. */
export function beyondLimits(request: ChatRequest, limits: WireLimits): Refusal | null {
  const { stop, tools } = request;
  const stops = Array.isArray(stop) ? stop.length : 0;
  if (limits.stops !== undefined && stops > limits.stops) {
    const message = `This model takes at most ${limits.stops} stop sequences, and the request has ${stops}.`;
    return { param: 'stop', message };
  }
  const documents = countDocuments(request);
  if (limits.documents !== undefined && documents > limits.documents) {
    const message = `This model takes at most ${limits.documents} documents, and the request has ${documents}.`;
    return { param: 'messages', message };
  }
  const count = tools?.length ?? 0;
  if (limits.tools === undefined || count <= limits.tools) return null;
  const message = `This model takes at most ${limits.tools} tools, and the request has ${count}.`;
  return { param: 'tools', message };
}

function countDocuments({ messages }: ChatRequest): number {
  return messages
    .flatMap(({ content }): readonly { type: string }[] => (Array.isArray(content) ? content : []))
    .filter(({ type }) => type === 'file').length;
}
