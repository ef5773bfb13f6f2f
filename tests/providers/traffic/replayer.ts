import type { ChatRequest } from '@tollgate/contract/chat';
import { createAnswerAccumulator } from '@tollgate/providers/accumulate';
import { UpstreamError } from '@tollgate/providers/adapter';
import type { Credential, Failure, Family, MappedAnswer } from '@tollgate/providers/adapter';
import { parseAllowedUpstreams } from '@tollgate/providers/address-guard';
import { createVendorCaller } from '@tollgate/providers/vendor-caller';
import type { VendorCall } from '@tollgate/providers/vendor-caller';
import { targetFor } from '../recordings.ts';
import type { Recording } from '../recordings.ts';
import { startReplayServer } from './replay-server.ts';

/** What came of a call: a value, or the failure that callers would be told. */
export type Outcome<T> = { value: T } | { failure: Failure };

/** The real engine in front of recorded replies. */
export interface Replayer {
  /** Asks for the recorded reply with a request of ours; `sent` is the body that went out. */
  chat(
    recording: Recording,
    family: Family,
    request?: ChatRequest,
  ): Promise<Outcome<MappedAnswer> & { sent: unknown }>;
  embeddings(
    recording: Recording,
    family: Family,
    inputs: number,
  ): Promise<Outcome<{ vectors: number[][]; input: number | null }>>;
  models(recording: Recording, family: Family): Promise<Outcome<string[]>>;
  stop(): Promise<void>;
}

const LIMITS = { firstByteMs: 10_000, idleMs: 10_000, totalMs: 30_000 };
const KEY = 'not-a-key-of-anybody';
const VALUES: Partial<Record<string, string>> = { region: 'us-east-1' };

/** Starts the server of recorded replies and the engine that calls it. */
export async function startReplayer(random: () => number): Promise<Replayer> {
  const server = await startReplayServer(random);
  const caller = createVendorCaller({ allowed: parseAllowedUpstreams(server.address) });
  const callOf = (recording: Recording, family: Family): VendorCall => ({
    family,
    target: targetFor(recording, family.id, server.serve(recording)),
    credential: credentialFor(family),
    limits: LIMITS,
    signal: AbortSignal.timeout(LIMITS.totalMs),
  });
  return {
    async chat(recording, family, request) {
      const call = callOf(recording, family);
      const asked = request ?? anyRequest(recording);
      const stream = isStream(recording);
      const outcome = await outcomeOf(async () => {
        if (!stream) return (await caller.chat(call, asked)).answer;
        const accumulator = createAnswerAccumulator();
        const { events } = await caller.chatStream(call, { ...asked, stream: true });
        for await (const batch of events) accumulator.push(batch);
        return accumulator.answer();
      });
      return { ...outcome, sent: server.bodies(call.target.baseUrl)[0] ?? null };
    },
    embeddings: (recording, family, inputs) =>
      outcomeOf(async () => {
        const call = { inputs: Array.from({ length: inputs }, (_, index) => `text ${index}`) };
        const { embeddings } = await caller.embeddings(callOf(recording, family), call);
        return { vectors: embeddings.vectors, input: embeddings.usage?.input ?? null };
      }),
    models: (recording, family) => outcomeOf(() => caller.models(callOf(recording, family))),
    async stop() {
      caller.close();
      await server.stop();
    },
  };
}

/** Whether a recorded exchange was a stream, by its reply or, where that is an error, by its request. */
export function isStream({ response, request }: Recording): boolean {
  if (response.sse ?? response.ndjson ?? response.base64) return true;
  if (response.status === 200) return false;
  return request?.body?.['stream'] === true || /stream/iu.test(request?.url ?? '');
}

function anyRequest({ model }: Recording): ChatRequest {
  return { model: model ?? 'unknown', messages: [{ role: 'user', content: 'Hello.' }] };
}

/** Something for every field that the family needs. */
function credentialFor({ credential }: Family): Credential {
  const needed = (credential as { required?: string[] }).required ?? [];
  return Object.fromEntries(needed.map((name) => [name, VALUES[name] ?? KEY]));
}

async function outcomeOf<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await call() };
  } catch (error) {
    if (error instanceof UpstreamError) return { failure: error.failure };
    throw error;
  }
}
