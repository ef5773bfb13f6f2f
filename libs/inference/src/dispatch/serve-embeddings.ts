import type { EmbeddingsAnswer } from '@tollgate/contract/embeddings';
import type { MappedEmbeddings } from '@tollgate/providers/adapter/adapter';
import { answerHeaders, chargedHeader, costOf, withCost } from './answer.ts';
import type { Exchange } from '../call.ts';
import { owedWithoutContent, settleAbandoned, withDoubts } from './consumption.ts';
import type { EmbeddingsPlan } from '../embeddings/plan-embeddings.ts';
import { believed } from '../bounds/output-policy.ts';
import { countsOf, settleAs, settlementOf } from '../money/settle.ts';
import type { Consumption } from '../money/bill.ts';
import { readOn, toWhole } from './serve-whole.ts';
import { elapsedMs } from '../record/record.ts';
import type { ServeDeps, Served } from './served.ts';

/**
 * Steps 8 and 9 for embeddings: dispatch, settle, answer. The charge is durable before the first
 * byte leaves.
 * @throws ProviderError when the provider failed; nothing was delivered then
 */
export async function serveEmbeddings(
  deps: ServeDeps,
  plan: EmbeddingsPlan,
  { call, sink, keep }: Exchange & { keep: boolean },
): Promise<Served> {
  const headers = answerHeaders(plan, call.requestId);
  sink.expect(headers, 'document');
  const drain = deps.drains.watch(readOn(plan, call));
  try {
    const { embeddings, timing } = await deps.providers.embeddings(plan, drain.signal);
    call.hasAnswer();
    const consumption = consumptionOf(plan, embeddings);
    const settlement = settlementOf(plan, consumption);
    const uncharged = toDocument(plan, embeddings, consumption);
    await deps.beforeSettling?.({
      answer: toWhole(headers, withCost(uncharged, undefined)),
      settlement,
      timing: { ...timing, firstTokenMs: null },
    });
    const bill = await settleAs(deps, plan, { consumption, settlement });
    const document = withCost(uncharged, costOf(bill));
    const whole = toWhole({ ...headers, ...chargedHeader(bill) }, document);
    await deps.beforeSending?.(whole);
    sink.send(whole);
    const outcome = call.gone.aborted ? 'client_gone' : 'served';
    return {
      failure: null,
      beganAfterMs: elapsedMs(timing.dispatchedMs, timing.firstByteMs),
      answer: whole,
      ending: {
        status: 200,
        outcome,
        error: null,
        bill,
        timing: { ...timing, firstTokenMs: null },
        answeredBy: embeddings.model,
      },
    };
  } catch (error) {
    // Vectors have no length: the prompt is all that they cost.
    const owed = owedWithoutContent(error, { drain, keep, isSeen: true });
    return await settleAbandoned(deps, { plan, call, prompt: null, owed });
  } finally {
    drain.done();
  }
}

function consumptionOf(
  plan: EmbeddingsPlan,
  { usage: reported, suspect }: MappedEmbeddings,
): Consumption {
  const usage = believed(plan, reported);
  const counts: Pick<Consumption, 'usage' | 'source'> =
    usage === null
      ? { usage: { input: plan.promptBound }, source: 'estimated' }
      : { usage: countsOf(usage), source: 'provider' };
  const implausible = usage === null ? reported : null;
  return withDoubts({ ...counts, partial: false }, { implausible, suspect: suspect ?? null });
}

function toDocument(
  plan: EmbeddingsPlan,
  { vectors }: MappedEmbeddings,
  { usage }: Consumption,
): EmbeddingsAnswer {
  const tokens = usage.input ?? 0;
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: plan.encoding === 'base64' ? toBase64(vector) : vector,
    })),
    model: plan.target.publicId,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

/** Little-endian 32-bit floats, as the official clients read them. */
function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT);
  vector.forEach((number, index) =>
    bytes.writeFloatLE(number, index * Float32Array.BYTES_PER_ELEMENT),
  );
  return bytes.toString('base64');
}
