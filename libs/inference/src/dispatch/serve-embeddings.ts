import type { EmbeddingsAnswer } from '@tollgate/contract/embeddings';
import type { MappedEmbeddings } from '@tollgate/providers/adapter/adapter';
import type { Exchange } from '../call.ts';
import { withDoubts } from './consumption.ts';
import type { EmbeddingsPlan } from '../embeddings/plan-embeddings.ts';
import { believed } from '../bounds/output-policy.ts';
import { countsOf } from '../money/settle.ts';
import type { Consumption } from '../money/bill.ts';
import { serveDocument, writing } from './serve-document.ts';
import type { ServeDeps, Served } from './served.ts';

/** Steps 8 and 9 for embeddings, see {@link serveDocument}. */
export function serveEmbeddings(
  deps: ServeDeps,
  plan: EmbeddingsPlan,
  exchange: Exchange & { keep: boolean },
): Promise<Served> {
  return serveDocument(deps, plan, {
    ...exchange,
    // Vectors have no length: the prompt is all that they cost.
    isSeen: true,
    left: { usage: { input: plan.promptBound }, source: 'estimated' },
    async ask(signal) {
      const { embeddings, timing } = await deps.providers.embeddings(plan, signal);
      const used = consumptionOf(plan, embeddings);
      const write = writing(toDocument(plan, embeddings, used));
      return { timing, used, write, model: embeddings.model };
    },
  });
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
