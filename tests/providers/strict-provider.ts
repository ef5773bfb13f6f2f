import type { ChatRequest } from '@tollgate/contract/chat';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { EmbeddingsCall, Family, Endpoint } from '@tollgate/providers/adapter/adapter';
import { mapperFor } from '@tollgate/providers/engine/mapper-for';
import { finishContract } from '@tollgate/providers/contract/contract';
import { familyById } from '@tollgate/providers/families';
import { findOperation, replyTo } from '../fake-provider/serve.ts';
import type { Call } from '../fake-provider/wire.ts';

/** Where the fake provider plays each family. */
const PATHS: Readonly<Record<string, string>> = {
  openai: '/openai/v1',
  'openai-compatible': '/v1',
  'openai-responses': '/v1',
  google: '/v1beta',
  anthropic: '',
  ollama: '',
  bedrock: '',
  deepseek: '/deepseek',
};
const CREDENTIAL = {
  api_key: 'secret-key',
  region: 'us-east-1',
  access_key_id: 'AKIAFAKEFAKEFAKEFAKE',
  secret_access_key: 'fake-secret-access-key-of-forty-letters-1',
};
/** A model of a family, as the fake provider serves it. */
export interface Line {
  family: Family;
  endpoint: Endpoint;
  contract: RequestContract;
}

/** @throws Error for a model that the family does not know */
export function lineFor(id: string, model: string, provider?: string): Line {
  const family = familyById(id);
  const baseUrl = `http://127.0.0.1${PATHS[id] ?? ''}`;
  const at = { provider: provider ?? family?.provider ?? 'any', baseUrl };
  const draft = family?.contract(model, at);
  if (family === undefined || !draft) throw new Error(`${id} does not know ${model}`);
  const limits = { context_tokens: 100_000, output_tokens: 32_000, ...draft.limits };
  const contract = finishContract({ ...draft, limits });
  if (contract === null) throw new Error('the contract is not complete');
  const endpoint = { family: id, upstreamModel: model, ...at };
  return { family, endpoint, contract };
}

/** What the strict fake provider says to a request as the family sends it; null when it answers. */
export async function refusalOf(
  { family, endpoint }: Line,
  request: ChatRequest,
): Promise<string | null> {
  if (family.chat === undefined) throw new Error('the family does not chat');
  const chat = mapperFor(family.chat, request, { family, endpoint, credential: CREDENTIAL });
  return refusalAt(
    { family, endpoint },
    chat.path(endpoint, false),
    chat.toWire(request, endpoint, false),
  );
}

/**
 * What the strict fake provider says to the first of the family's calls for vectors that it
 * refuses; null when it answers them all.
 */
export async function embeddingsRefusalOf(
  { family, endpoint }: Pick<Line, 'family' | 'endpoint'>,
  request: EmbeddingsCall,
): Promise<string | null> {
  if (family.embeddings === undefined) throw new Error('the family does not embed');
  const path = family.embeddings.path(endpoint);
  for (const body of family.embeddings.toWire(request, endpoint)) {
    const refusal = await refusalAt({ family, endpoint }, path, body);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** What the strict fake provider says to a body as it is; null when it answers. */
export async function refusalAt(
  { family, endpoint }: Pick<Line, 'family' | 'endpoint'>,
  path: string,
  wire: unknown,
): Promise<string | null> {
  const url = `${endpoint.baseUrl}${path}`;
  const body = JSON.stringify(wire);
  const headers = { 'content-type': 'application/json' };
  const signed = await family.sign({ method: 'POST', url, headers, body }, CREDENTIAL, new Date(0));
  const call: Call = {
    method: 'POST',
    path: new URL(signed.url).pathname,
    query: new URL(signed.url).searchParams,
    headers: signed.headers,
    body: JSON.parse(body) as unknown,
    origin: 'http://127.0.0.1',
  };
  const found = findOperation(call);
  if (found === null) return 'no such path';
  const reply = replyTo(call, found, []);
  const [step] = reply.steps;
  return reply.status === 200 ? null : step?.kind === 'frame' ? step.text : String(reply.status);
}
