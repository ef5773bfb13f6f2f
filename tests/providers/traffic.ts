import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { ChatRequest } from '@tollgate/contract/chat';
import type { Family, Target } from '@tollgate/providers/adapter';
import { openai } from '@tollgate/providers/openai/index';
import { openaiCompatible } from '@tollgate/providers/openai-compatible/index';

/** One recorded exchange with a vendor. */
export interface Recording {
  id: string;
  family: string;
  provider: string;
  endpoint: string;
  model: string | null;
  kind: string;
  session: { group: string; step: number };
  request: { url: string; body: Record<string, unknown> } | null;
  response: {
    status: number;
    headers: Record<string, string>;
    body?: unknown;
    sse?: string;
    raw_prefix?: string;
  };
}

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/provider-traffic/open');

/** Whether recordings are at hand; they are no part of the repository. */
export const hasTraffic = existsSync(FOLDER);

/** All recordings of one endpoint of the families that speak chat completions. */
export function recordings(endpoint: string): Recording[] {
  if (!hasTraffic) return [];
  return readdirSync(FOLDER)
    .filter((name) => name.startsWith('openai') && name.includes(`.${endpoint}.`))
    .map((name) => JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8')) as Recording);
}

/** The family that serves a recording's vendor. */
export function familyOf(recording: Recording): Family {
  return recording.family === 'openai' ? openai : openaiCompatible;
}

/** The target that a recording was sent to. */
export function targetOf({ provider, model, request }: Recording): Target {
  const url = request?.url ?? 'https://api.example.com/v1/chat/completions';
  return {
    family: 'openai-compatible',
    provider,
    upstreamModel: model ?? 'unknown',
    baseUrl: url.replace(/\/(?:chat\/completions|embeddings).*$/u, ''),
  };
}

const isChatRequest = new Ajv({ strict: false, discriminator: true }).compile<ChatRequest>(
  ChatRequest,
);
const OURS = new Set(Object.keys(ChatRequest.properties));

/** Fields without a counterpart of ours that change what the vendor counts. */
const ALIEN = ['functions', 'plugins', 'web_search_options', 'grammar'];

/** A recorded body as a request of ours: fields that no route of ours knows are left out; null when it does not fit. */
export function asOurRequest(body: Record<string, unknown>): ChatRequest | null {
  if (ALIEN.some((name) => name in body)) return null;
  const entries = Object.entries(body).filter(([name, value]) => OURS.has(name) && value !== null);
  const request: unknown = Object.fromEntries(entries);
  return isChatRequest(request) ? request : null;
}
