import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { MappedEvent, Usage } from '@tollgate/providers/adapter/adapter';
import { beginCalling } from '@tollgate/telemetry/tracing';
import type { SpanFacts, Tracing } from '@tollgate/telemetry/tracing';
import type { MappedImages } from '@tollgate/providers/adapter/image-wire';
import type { MappedTranscript } from '@tollgate/providers/adapter/transcription-wire';
import type { Plan } from '../plan.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';
import type { SpeechPlan } from '../speech/plan-speech.ts';
import type { TranscriptionPlan } from '../transcription/plan-transcription.ts';
import type { AnswerStream, Providers, SpokenStream } from './providers.ts';

const MILLISECONDS = 1_000;

/**
 * Puts a span around each call of a provider, in the words of OpenTelemetry's conventions for
 * generative AI. Spans name models, counts and reasons, never what was asked or answered; the
 * provider hears nothing of the trace.
 */
export function tracedProviders(providers: Providers): Providers {
  return {
    writeAhead: (plan) => providers.writeAhead(plan),
    async whole(plan, signal) {
      const tracing = beginChat(plan, false);
      return during(tracing, async () => {
        const whole = await providers.whole(plan, signal);
        const { usage, choices, model } = whole.answer;
        reportModel(tracing, model);
        reportUsage(tracing, usage);
        reportReasons(
          tracing,
          choices.map(({ finish_reason: reason }) => reason),
        );
        return whole;
      });
    },
    async stream(plan, signal) {
      const tracing = beginChat(plan, true);
      const stream = await opening(tracing, () => providers.stream(plan, signal));
      return { ...stream, events: tracedEvents(tracing, stream) };
    },
    ...tracedWithoutText(providers),
    speech: (plan, signal) => tracedSpeech(providers, plan, signal),
    ...tracedTranscriptions(providers),
    promptTokens: (target, asked) => providers.promptTokens(target, asked),
  };
}

/** Spans around calls whose answers are no text. */
function tracedWithoutText(
  providers: Providers,
): Pick<Providers, 'embeddings' | 'images' | 'imageStream' | 'rerank' | 'moderate'> {
  return {
    async embeddings(plan, signal) {
      const tracing = begin('embeddings', plan, {});
      return during(tracing, async () => {
        const found = await providers.embeddings(plan, signal);
        reportModel(tracing, found.embeddings.model);
        reportUsage(tracing, found.embeddings.usage);
        return found;
      });
    },
    async images(plan, signal) {
      const tracing = begin('generate_content', plan, { 'gen_ai.output.type': 'image' });
      return during(tracing, async () => {
        const found = await providers.images(plan, signal);
        reportModel(tracing, found.images.model);
        reportImages(tracing, found.images);
        return found;
      });
    },
    async imageStream(plan, signal) {
      const tracing = begin('generate_content', plan, { 'gen_ai.output.type': 'image' });
      const stream = await opening(tracing, () => providers.imageStream(plan, signal));
      const pieces = traced(tracing, stream.pieces, (piece) => {
        if (piece.kind === 'done') reportImages(tracing, piece.images);
      });
      return { ...stream, pieces };
    },
    async rerank(plan, signal) {
      const tracing = begin('rerank', plan, {});
      return during(tracing, async () => {
        const found = await providers.rerank(plan, signal);
        reportModel(tracing, found.ranking.model);
        reportUsage(tracing, found.ranking.usage);
        return found;
      });
    },
    async moderate(plan, signal) {
      const tracing = begin('moderation', plan, {});
      return during(tracing, async () => {
        const found = await providers.moderate(plan, signal);
        reportModel(tracing, found.moderation.model);
        reportUsage(tracing, found.moderation.usage);
        return found;
      });
    },
  };
}

function beginChat(plan: ChatPlan, streams: boolean): Tracing {
  const { temperature, top_p: topP, seed } = plan.request;
  return begin('chat', plan, {
    'gen_ai.request.stream': streams,
    'gen_ai.request.max_tokens': plan.output.effectiveMaxTokens,
    'gen_ai.request.temperature': temperature ?? undefined,
    'gen_ai.request.top_p': topP ?? undefined,
    'gen_ai.request.seed': seed ?? undefined,
  });
}

function begin(
  operation: 'chat' | 'embeddings' | 'generate_content' | 'rerank' | 'moderation',
  plan: Plan,
  facts: SpanFacts,
): Tracing {
  const { family, endpoint, publicId, provider } = plan.target;
  const { hostname, port } = addressOf(endpoint.baseUrl);
  return beginCalling(`${operation} ${endpoint.upstreamModel}`, {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': family.semanticName ?? provider,
    'gen_ai.request.model': endpoint.upstreamModel,
    'server.address': hostname,
    'server.port': port,
    'tollgate.model': publicId,
    'tollgate.operation_id': plan.opId,
    'tollgate.attempt': plan.attempt,
    ...facts,
  });
}

function addressOf(baseUrl: string): { hostname?: string; port?: number } {
  if (!URL.canParse(baseUrl)) return {};
  const { hostname, port, protocol } = new URL(baseUrl);
  return { hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

async function during<Result>(tracing: Tracing, work: () => Promise<Result>): Promise<Result> {
  const result = await opening(tracing, work);
  tracing.end();
  return result;
}

/** Ends the span when the work fails; else it goes on. */
async function opening<Result>(tracing: Tracing, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    endFailed(tracing, error);
    throw error;
  }
}

function endFailed(tracing: Tracing, error: unknown): void {
  tracing.fail(error instanceof ProviderError ? error.failure.kind : 'internal_error');
  tracing.end();
}

async function* tracedEvents(
  tracing: Tracing,
  stream: AnswerStream,
): AsyncGenerator<readonly MappedEvent[], void, void> {
  const begunMs = performance.now();
  const reasons = new Map<number, string>();
  let isOpen = true;
  let isFirst = true;
  const finish = (): void => {
    if (!isOpen) return;
    isOpen = false;
    reportModel(tracing, stream.model());
    reportReasons(tracing, [...reasons.values()]);
    tracing.end();
  };
  try {
    for (;;) {
      const next = await stream.events.next();
      if (next.done === true) break;
      if (isFirst) reportFirst(tracing, begunMs);
      isFirst = false;
      for (const event of next.value) reportEvent(tracing, event, reasons);
      // Nothing follows a failure, and the reader may stop here.
      if (next.value.some(({ kind }) => kind === 'failure')) finish();
      yield next.value;
    }
  } catch (error) {
    tracing.fail(error instanceof ProviderError ? error.failure.kind : 'malformed');
    throw error;
  } finally {
    finish();
  }
}

async function tracedSpeech(
  providers: Pick<Providers, 'speech'>,
  plan: SpeechPlan,
  signal: AbortSignal,
): Promise<SpokenStream> {
  const tracing = begin('generate_content', plan, { 'gen_ai.output.type': 'speech' });
  const stream = await opening(tracing, () => providers.speech(plan, signal));
  const pieces = traced(tracing, stream.pieces, (piece) => {
    if (piece.kind !== 'usage') return;
    const { input, output } = piece.usage;
    tracing.report({ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output });
  });
  return { ...stream, pieces };
}

function tracedTranscriptions(
  providers: Pick<Providers, 'transcribe' | 'transcribeStream'>,
): Pick<Providers, 'transcribe' | 'transcribeStream'> {
  const beginning = (plan: TranscriptionPlan): Tracing =>
    begin('generate_content', plan, { 'gen_ai.output.type': 'text' });
  return {
    async transcribe(plan, signal) {
      const tracing = beginning(plan);
      const reply = await opening(tracing, () => providers.transcribe(plan, signal));
      reportModel(tracing, reply.transcript.model);
      reportTranscript(tracing, reply.transcript);
      tracing.end();
      return reply;
    },
    async transcribeStream(plan, signal) {
      const tracing = beginning(plan);
      const stream = await opening(tracing, () => providers.transcribeStream(plan, signal));
      const pieces = traced(tracing, stream.pieces, (piece) => {
        if (piece.kind === 'done') reportTranscript(tracing, piece.transcript);
      });
      return { ...stream, pieces };
    },
  };
}

/** The pieces of a stream, with a span that ends with them. */
async function* traced<Piece>(
  tracing: Tracing,
  pieces: AsyncGenerator<Piece, void, void>,
  report: (piece: Piece) => void,
): AsyncGenerator<Piece, void, void> {
  const begunMs = performance.now();
  let isFirst = true;
  try {
    for await (const piece of pieces) {
      if (isFirst) reportFirst(tracing, begunMs);
      isFirst = false;
      report(piece);
      yield piece;
    }
  } catch (error) {
    tracing.fail(error instanceof ProviderError ? error.failure.kind : 'malformed');
    throw error;
  } finally {
    tracing.end();
  }
}

function reportImages(tracing: Tracing, { usage }: MappedImages): void {
  if (usage === null) return;
  tracing.report({
    'gen_ai.usage.input_tokens': usage.input + usage.image_input,
    'gen_ai.usage.output_tokens': usage.output + usage.image_output,
  });
}

function reportTranscript(tracing: Tracing, { usage: { tokens } }: MappedTranscript): void {
  if (tokens === undefined) return;
  tracing.report({
    'gen_ai.usage.input_tokens': tokens.text + tokens.audio,
    'gen_ai.usage.output_tokens': tokens.output,
  });
}

function reportFirst(tracing: Tracing, begunMs: number): void {
  const seconds = (performance.now() - begunMs) / MILLISECONDS;
  tracing.report({ 'tollgate.first_events_seconds': seconds });
}

function reportEvent(tracing: Tracing, event: MappedEvent, reasons: Map<number, string>): void {
  if (event.kind === 'choices') {
    for (const { index, finish_reason: reason } of event.choices) {
      if (reason !== null) reasons.set(index, reason);
    }
  } else if (event.kind === 'usage') reportUsage(tracing, event.usage);
  else if (event.kind === 'failure') tracing.fail(event.failure.kind);
}

function reportModel(tracing: Tracing, model: string | undefined): void {
  if (model !== undefined) tracing.report({ 'gen_ai.response.model': model });
}

/** The conventions count cached tokens as input and reasoning as output. */
function reportUsage(tracing: Tracing, usage: Usage | null): void {
  if (usage === null) return;
  tracing.report({
    'gen_ai.usage.input_tokens': usage.input + usage.cache_read + usage.cache_write,
    'gen_ai.usage.output_tokens': usage.output + usage.reasoning,
    'gen_ai.usage.cache_read.input_tokens': usage.cache_read,
    'gen_ai.usage.cache_creation.input_tokens': usage.cache_write,
  });
}

function reportReasons(tracing: Tracing, reasons: readonly (string | null)[]): void {
  const reported = reasons.filter((reason): reason is string => reason !== null);
  if (reported.length > 0) tracing.report({ 'gen_ai.response.finish_reasons': reported });
}
