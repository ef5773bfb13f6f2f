import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChatRequest } from '@tollgate/contract/chat';
import type { Endpoint } from '@tollgate/providers/adapter/adapter';

/** One recorded exchange with a provider. */
export interface Recording {
  id: string;
  /** The wire's family, by the names of the recordings: `openai_compat`, `gemini`, … */
  family: string;
  provider: string;
  endpoint: string;
  model: string | null;
  kind: string;
  feature: string[];
  session: { group: string; step: number };
  request: {
    method?: string;
    url: string;
    headers?: Record<string, string>;
    body: Record<string, unknown> | null;
  } | null;
  response: {
    status: number;
    headers?: Record<string, string>;
    body?: unknown;
    sse?: string;
    ndjson?: string;
    /** Bytes of an AWS event stream. */
    base64?: string;
    text?: string;
    /** White space in front of the JSON body. */
    raw_prefix?: string;
  };
  /**
   * The request of ours that stands for the recorded one, where it is known: in fixtures that we
   * wrote.
   */
  asked?: ChatRequest;
}

/** Where the recordings lie on a machine that has them; they are no part of the repository. */
export const RECORDINGS = path.resolve(
  import.meta.dirname,
  '../../../shared/provider-traffic/open',
);

/** Whether recordings are at hand. */
export const hasRecordings = existsSync(RECORDINGS);

/** Every recording of a folder, in the order of names. */
export function readRecordings(folder: string): Recording[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json') && !name.startsWith('index.'))
    .toSorted()
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Recording);
}

/** The id of the family of ours that serves a recording's wire, or null. */
export function familyIdOf({ family, request }: Recording): string | null {
  // Ollama serves the chat-completions wire beside its own.
  if (family === 'ollama' && /\/v1\//u.test(request?.url ?? '')) return 'openai-compatible';
  return FAMILY_IDS[family] ?? null;
}

/**
 * The wire of a recording: that of its family, or the Responses wire, which several families speak
 * beside their own.
 */
export function wireIdOf(recording: Recording): string | null {
  return recording.endpoint === 'responses' ? RESPONSES_WIRE : familyIdOf(recording);
}

/** The id of the Responses wire among readers and differences. */
export const RESPONSES_WIRE = 'responses';

/** Whether a recording is of a conversation. */
export function isConversation({ endpoint }: Recording): boolean {
  return endpoint === 'chat' || endpoint === 'responses';
}

const FAMILY_IDS: Partial<Record<string, string>> = {
  anthropic: 'anthropic',
  bedrock_converse: 'bedrock',
  bedrock_embeddings: 'bedrock',
  gemini: 'google',
  ollama: 'ollama',
  openai: 'openai',
  openai_compat: 'openai-compatible',
};

/** The endpoint that stands for a recording's model, at any base URL. */
export function endpointFor(recording: Recording, family: string, baseUrl: string): Endpoint {
  const { provider, model } = recording;
  return { family, provider, upstreamModel: model ?? 'unknown', baseUrl };
}
