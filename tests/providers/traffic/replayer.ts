import type { ChatRequest } from '@tollgate/contract/chat';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type {
  Credential,
  EmbeddingsCall,
  Failure,
  Family,
  HttpCall,
  MappedAnswer,
} from '@tollgate/providers/adapter/adapter';
import { parseAllowedUpstreams } from '@tollgate/providers/engine/address-guard';
import { createProviderCaller } from '@tollgate/providers/engine/provider-caller';
import type { ProviderCall } from '@tollgate/providers/engine/provider-caller';
import { READERS } from '../readers/readers.ts';
import { endpointFor, wireIdOf } from '../recordings.ts';
import type { Recording } from '../recordings.ts';
import { credentialFor } from './credentials.ts';
import { startReplayServer } from './replay-server.ts';
import type { ArrivedCall } from './replay-server.ts';

/** What came of a call: a value, or the failure that callers would be told. */
export type Outcome<T> = { value: T } | { failure: Failure };

/** A request as it went out. */
export interface SentCall extends ArrivedCall {
  /** Where it would have gone: the provider's own address. */
  url: string;
}

/** An outcome, and what was asked for it. */
export type Replayed<T> = Outcome<T> & { sent: readonly SentCall[] };

/** The real engine in front of recorded replies. */
export interface Replayer {
  /** Asks for the recorded reply with a request of ours. */
  chat(
    recording: Recording,
    family: Family,
    request?: ChatRequest,
  ): Promise<Replayed<MappedAnswer>>;
  embeddings(
    recording: Recording,
    family: Family,
    request: EmbeddingsCall,
  ): Promise<Replayed<{ vectors: number[][]; input: number | null }>>;
  models(recording: Recording, family: Family): Promise<Replayed<string[]>>;
  stop(): Promise<void>;
}

const LIMITS = { firstByteMs: 10_000, idleMs: 10_000, totalMs: 30_000 };

/** Starts the server of recorded replies and the engine that calls it. */
export async function startReplayer(random: () => number): Promise<Replayer> {
  const server = await startReplayServer(random);
  const caller = createProviderCaller({ allowed: parseAllowedUpstreams(server.address) });
  const replay = async <T>(
    recording: Recording,
    family: Family,
    ask: (call: ProviderCall) => Promise<T>,
  ): Promise<Replayed<T>> => {
    const address = server.serve(recording);
    const urls: string[] = [];
    const call: ProviderCall = {
      family: redirected(family, address, urls),
      endpoint: endpointFor(recording, family.id, baseUrlOf(recording)),
      credential: credentialFor(family.id, recording),
      limits: LIMITS,
      signal: AbortSignal.timeout(LIMITS.totalMs),
    };
    const outcome = await outcomeOf(() => ask(call));
    const arrived = server.arrived(address);
    return { ...outcome, sent: arrived.map((one, at) => ({ ...one, url: urls[at] ?? '' })) };
  };
  return {
    chat: (recording, family, request = anyRequest(recording)) =>
      replay(recording, family, async (call) => {
        if (!isStream(recording)) return (await caller.chat(call, request)).answer;
        const accumulator = createAnswerAccumulator();
        const { events } = await caller.chatStream(call, { ...request, stream: true });
        for await (const batch of events) accumulator.push(batch);
        return accumulator.answer();
      }),
    embeddings: (recording, family, request) =>
      replay(recording, family, async (call) => {
        const { embeddings } = await caller.embeddings(call, request);
        return { vectors: embeddings.vectors, input: embeddings.usage?.input ?? null };
      }),
    models: (recording, family) => replay(recording, family, (call) => caller.models(call)),
    async stop() {
      caller.close();
      await server.stop();
    },
  };
}

/**
 * The family, whose calls are signed for the provider's own address and then go to the server of
 * recordings.
 */
function redirected(family: Family, address: string, urls: string[]): Family {
  return {
    ...family,
    async sign(call, credential: Credential, at): Promise<HttpCall> {
      const signed = await family.sign(call, credential, at);
      urls.push(signed.url);
      const { host: _, ...headers } = signed.headers;
      return { ...signed, headers, url: address };
    },
  };
}

/** The base URL that an administrator enters for the provider that was recorded. */
export function baseUrlOf(recording: Recording): string {
  const { operation } = READERS[wireIdOf(recording) ?? ''] ?? {};
  const recorded = recording.request?.url;
  if (recorded === undefined || operation === undefined) return 'https://api.example.com/v1';
  const { origin, pathname } = new URL(recorded);
  // Google writes the verb behind a colon, which is a part of the operation as well.
  return origin + pathname.replace(/(?<=\/models\/[^/]*):\w+$/u, '').replace(operation, '');
}

/**
 * Whether a recorded exchange was a stream, by its reply or, where that is an error, by its
 * request.
 */
export function isStream({ response, request }: Recording): boolean {
  if (response.sse ?? response.ndjson ?? response.base64) return true;
  if (response.status === 200) return false;
  return request?.body?.['stream'] === true || /stream/iu.test(request?.url ?? '');
}

function anyRequest({ model }: Recording): ChatRequest {
  return { model: model ?? 'unknown', messages: [{ role: 'user', content: 'Hello.' }] };
}

async function outcomeOf<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    if (error instanceof ProviderError) return { failure: error.failure };
    throw error;
  }
}
