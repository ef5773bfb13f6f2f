import { GatewayError } from '@tollgate/contract/error-codes';
import { openCredential } from '@tollgate/catalog/credential-secret';
import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import type { MasterKey } from '@tollgate/catalog/sealing';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import type {
  Credential,
  LocalChat,
  LocalContext,
  MappedAnswer,
  MappedEvent,
} from '@tollgate/providers/adapter/adapter';
import type { CallLimits } from '@tollgate/providers/engine/call';
import type {
  ProviderCall,
  ProviderCaller,
  Written,
} from '@tollgate/providers/engine/provider-caller';
import type { Timers } from '@tollgate/runtime/timers';
import { isTracing } from '@tollgate/telemetry/tracing';
import { limitsFor } from '../plan.ts';
import type { Plan } from '../plan.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';
import type { IdentifierScopes } from '../seals/identifier-scopes.ts';
import type { ImagesPlan } from '../images/plan-images.ts';
import type { SpeechPlan } from '../speech/plan-speech.ts';
import { tracedProviders } from './traced-providers.ts';
import type {
  AnswerStream,
  CountingTarget,
  ImageStream,
  Providers,
  ProviderTiming,
  SpokenStream,
} from './providers.ts';

type Terms = 'limits' | 'signal';

/** A count is a help, and there is one of ours: nobody waits long for it. */
const COUNT_LIMITS: CallLimits = { firstByteMs: 3_000, idleMs: 3_000, totalMs: 4_000 };

export interface ProvidersDeps {
  caller: ProviderCaller;
  masterKey: MasterKey;
  identifiers: IdentifierScopes;
  timers: Timers;
  /** Called each time that a credential cannot be opened. */
  onUnopened?: () => void;
}

/** Calls real providers over HTTP and the sandbox in this process. */
export function createProviders(deps: ProvidersDeps): Providers {
  const opened = new WeakMap<CatalogCredential, Credential>();

  function callOf({ credential, family, endpoint }: CountingTarget): Omit<ProviderCall, Terms> {
    if (credential === null) throw new TypeError('a provider call needs a credential');
    return { family, endpoint, credential: openOnce(deps, opened, credential) };
  }
  const writtenFor = (plan: Plan): Written => ({
    ...callOf(plan.target),
    scope: (chosen) => deps.identifiers(plan.caller.key.ownerId)(chosen),
  });
  const providerCall = (plan: Plan, signal: AbortSignal, streams = false): ProviderCall => ({
    ...writtenFor(plan),
    limits: limitsFor(plan, streams, deps.timers),
    signal,
  });

  const plain: Providers = {
    writeAhead(plan) {
      const { family, credential } = plan.target;
      if (family.local?.chat !== undefined || credential === null) return;
      try {
        deps.caller.writeAhead(writtenFor(plan), plan.request, plan.request.stream === true);
      } catch {
        // The call comes to the same error.
      }
    },
    async whole(plan, signal) {
      const local = plan.target.family.local?.chat;
      if (local !== undefined) return answerLocally(local, plan, signal);
      return deps.caller.chat(providerCall(plan, signal), plan.request);
    },
    async stream(plan, signal) {
      const local = plan.target.family.local?.chat;
      if (local !== undefined) return streamLocally(local, plan, signal);
      return deps.caller.chatStream(providerCall(plan, signal, true), plan.request);
    },
    ...answersWithoutText(deps.caller, providerCall),
    speech: async (plan, signal) =>
      speakLocally(plan, signal) ?? deps.caller.speech(providerCall(plan, signal, true), plan.call),
    ...transcriptions(deps.caller, providerCall),
    promptTokens(target, { ownerId, signal }) {
      const scope = deps.identifiers(ownerId);
      return deps.caller.promptTokens({ ...callOf(target), scope, limits: COUNT_LIMITS, signal });
    },
  };
  return tracedWhileOn(plain);
}

/** Calls whose answers are no text. */
function answersWithoutText(
  caller: ProviderCaller,
  providerCall: (plan: Plan, signal: AbortSignal) => ProviderCall,
): Pick<Providers, 'embeddings' | 'images' | 'imageStream' | 'rerank' | 'moderate'> {
  return {
    async embeddings(plan, signal) {
      const local = plan.target.family.local?.embeddings;
      if (local === undefined) return caller.embeddings(providerCall(plan, signal), plan.call);
      const { context, timing } = beginLocally(signal);
      const embeddings = await local.embed(plan.call, plan.target.endpoint, context);
      return { embeddings, timing: timing() };
    },
    async images(plan, signal) {
      const local = plan.target.family.local?.images;
      if (local === undefined) return caller.images(providerCall(plan, signal), plan.call);
      const { context, timing } = beginLocally(signal);
      const images = await local.make(plan.call, plan.target.endpoint, context);
      return { images, timing: timing() };
    },
    imageStream: async (plan, signal) =>
      drawLocally(plan, signal) ?? caller.imageStream(providerCall(plan, signal), plan.call),
    async rerank(plan, signal) {
      const local = plan.target.family.local?.rerank;
      if (local === undefined) return caller.rerank(providerCall(plan, signal), plan.call);
      const { context, timing } = beginLocally(signal);
      const ranking = await local.rank(plan.call, plan.target.endpoint, context);
      return { ranking, timing: timing() };
    },
    async moderate(plan, signal) {
      const local = plan.target.family.local?.moderation;
      if (local === undefined) return caller.moderate(providerCall(plan, signal), plan.call);
      const { context, timing } = beginLocally(signal);
      const moderation = await local.judge(plan.call, plan.target.endpoint, context);
      return { moderation, timing: timing() };
    },
  };
}

/** Traced while there is somebody to read traces. */
function tracedWhileOn(plain: Providers): Providers {
  const traced = tracedProviders(plain);
  const now = (): Providers => (isTracing() ? traced : plain);
  return {
    writeAhead: (plan) => plain.writeAhead(plan),
    whole: (plan, signal) => now().whole(plan, signal),
    stream: (plan, signal) => now().stream(plan, signal),
    embeddings: (plan, signal) => now().embeddings(plan, signal),
    images: (plan, signal) => now().images(plan, signal),
    imageStream: (plan, signal) => now().imageStream(plan, signal),
    rerank: (plan, signal) => now().rerank(plan, signal),
    moderate: (plan, signal) => now().moderate(plan, signal),
    speech: (plan, signal) => now().speech(plan, signal),
    transcribe: (plan, signal) => now().transcribe(plan, signal),
    transcribeStream: (plan, signal) => now().transcribeStream(plan, signal),
    promptTokens: (target, asked) => plain.promptTokens(target, asked),
  };
}

/** A credential is opened once for each snapshot of the catalogue. */
function openOnce(
  { masterKey, onUnopened }: ProvidersDeps,
  opened: WeakMap<CatalogCredential, Credential>,
  credential: CatalogCredential,
): Credential {
  const known = opened.get(credential);
  if (known !== undefined) return known;
  try {
    const fields = openCredential(masterKey, credential);
    opened.set(credential, fields);
    return fields;
  } catch (error) {
    onUnopened?.();
    throw new GatewayError(
      'upstream_credential_rejected',
      'The provider cannot be used just now.',
      {
        detail: `credential ${credential.id} cannot be opened`,
        cause: error,
      },
    );
  }
}

async function answerLocally(
  local: LocalChat,
  plan: ChatPlan,
  signal: AbortSignal,
): Promise<{ answer: MappedAnswer; timing: ProviderTiming }> {
  const { events, timing } = streamLocally(local, plan, signal);
  const accumulator = createAnswerAccumulator();
  for (;;) {
    const next = await events.next();
    if (next.done === true) return { answer: accumulator.answer(), timing };
    accumulator.push(next.value);
  }
}

/** A call of this process itself. */
function beginLocally(signal: AbortSignal): {
  context: LocalContext;
  timing: () => ProviderTiming;
} {
  const dispatchedMs = performance.now();
  return {
    context: { signal, sleep: sleepUntil(signal) },
    timing: () => ({ dispatchedMs, firstByteMs: performance.now() }),
  };
}

/** The two ways in which audio is written down. */
function transcriptions(
  caller: ProviderCaller,
  callOf: (plan: Plan, signal: AbortSignal, streams?: boolean) => ProviderCall,
): Pick<Providers, 'transcribe' | 'transcribeStream'> {
  return {
    async transcribe(plan, signal) {
      const local = plan.target.family.local?.transcription;
      if (local === undefined) return caller.transcribe(callOf(plan, signal), plan.call);
      const { context, timing } = beginLocally(signal);
      const transcript = await local.transcribe(plan.call, plan.target.endpoint, context);
      return { transcript, timing: timing() };
    },
    async transcribeStream(plan, signal) {
      const local = plan.target.family.local?.transcription;
      if (local === undefined)
        return caller.transcribeStream(callOf(plan, signal, true), plan.call);
      const timing: ProviderTiming = { dispatchedMs: performance.now(), firstByteMs: null };
      const context = { signal, sleep: sleepUntil(signal) };
      const pieces = local.transcribeStream(plan.call, plan.target.endpoint, context);
      return { pieces: timedFrom(pieces, timing), timing };
    },
  };
}

async function* timedFrom<Piece>(
  pieces: AsyncGenerator<Piece, void, void>,
  timing: ProviderTiming,
): AsyncGenerator<Piece, void, void> {
  for await (const piece of pieces) {
    timing.firstByteMs ??= performance.now();
    yield piece;
  }
}

/** @returns null for a model of a provider */
function drawLocally(plan: ImagesPlan, signal: AbortSignal): ImageStream | null {
  const local = plan.target.family.local?.images;
  if (local === undefined) return null;
  const timing: ProviderTiming = { dispatchedMs: performance.now(), firstByteMs: null };
  const context = { signal, sleep: sleepUntil(signal) };
  const pieces = local.makeStream(plan.call, plan.target.endpoint, context);
  return { pieces: timedFrom(pieces, timing), timing };
}

/** @returns null for a model of a provider */
function speakLocally(plan: SpeechPlan, signal: AbortSignal): SpokenStream | null {
  const local = plan.target.family.local?.speech;
  if (local === undefined) return null;
  const timing: ProviderTiming = { dispatchedMs: performance.now(), firstByteMs: null };
  const context = { signal, sleep: sleepUntil(signal) };
  const spoken = local.speak(plan.call, plan.target.endpoint, context);
  return { pieces: timedFrom(spoken.pieces, timing), mediaType: spoken.mediaType, timing };
}

/** Waits, but not longer than until the call is given up. */
function sleepUntil(signal: AbortSignal): (ms: number) => Promise<void> {
  return (ms) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
}

function streamLocally(local: LocalChat, plan: ChatPlan, signal: AbortSignal): AnswerStream {
  const timing: ProviderTiming = { dispatchedMs: performance.now(), firstByteMs: null };
  const context = { signal, sleep: sleepUntil(signal) };
  async function* batches(): AsyncGenerator<readonly MappedEvent[], void, void> {
    for await (const event of local.answer(plan.request, plan.target.endpoint, context)) {
      timing.firstByteMs ??= performance.now();
      yield [event];
    }
  }
  return { events: batches(), model: () => undefined, timing };
}
