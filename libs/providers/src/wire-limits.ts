import type { ChatRequest } from '@tollgate/contract/chat';
import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { Refusal } from './refusal.ts';

/** What a wire takes, as its provider says; absent members have no limit that is known. */
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

/** What the wires take: each number with where it was read, and when. The fake provider has numbers of its own, which a test compares with these. */

/**
 * Stop sequences: "you can pass up to four", https://help.openai.com/en/articles/5072263-how-do-i-use-stop-sequences-in-the-openai-api, read in November 2026. Tools: error
 * `array_above_max_length`, "Expected an array with maximum length 128", as anomalyco/opencode#4909 (November 2025) and musistudio/claude-code-router#686 (129 tools, August
 * 2025) measured it. Names: the pattern that the same error documents name.
 */
export const OPENAI_LIMITS: WireLimits = {
  stops: 4,
  tools: 128,
  toolName: /^[a-zA-Z0-9_-]{1,64}$/u,
};
/** Providers of OpenAI's wire of which nothing is known: the names that the wire itself has. */
export const COMPATIBLE_LIMITS: WireLimits = { toolName: /^[a-zA-Z0-9_-]{1,64}$/u };
/**
 * Stop sequences: "up to 5", https://ai.google.dev/api/generate-content#generationconfig as google-gemini/deprecated-generative-ai-python#592 quotes it; names begin with a
 * letter or an underscore and have 64 characters: https://ai.google.dev/api/caching#FunctionDeclaration, read in November 2026.
 */
export const GOOGLE_LIMITS: WireLimits = { stops: 5, toolName: /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/u };
/**
 * Stop sequences: "Maximum number of 2500 items", https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_InferenceConfiguration.html, read in November 2026; in
 * February 2025 the page said 4 (boto/botocore#3354). Names and documents (five): API_runtime_ToolSpecification and
 * API_runtime_Message of the same reference.
 */
export const CONVERSE_LIMITS: WireLimits = {
  stops: 2_500,
  documents: 5,
  toolName: /^[a-zA-Z0-9_-]{1,64}$/u,
};

/** A draft of a chat model with the limits of its wire among its own, so that the contract publishes them; other drafts stay as they are. */
export function withWireLimits<Draft extends ContractDraft | null>(
  draft: Draft,
  { stops, tools }: WireLimits,
): Draft {
  if (draft?.capability !== 'chat') return draft;
  const limits = {
    ...draft.limits,
    ...(stops === undefined ? {} : { stop_sequences: stops }),
    ...(tools === undefined ? {} : { tools }),
  };
  return { ...draft, limits };
}

/** Why a request is beyond what its contract publishes; null when it is within. */
export function beyondContract(
  request: ChatRequest,
  { stop_sequences: stops, tools }: ContractDraft['limits'],
): Refusal | null {
  return beyondLimits(request, {
    ...(stops === undefined ? {} : { stops }),
    ...(tools === undefined ? {} : { tools }),
  });
}

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
