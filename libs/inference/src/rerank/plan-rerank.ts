import { GatewayError } from '@tollgate/contract/error-codes';
import type { RerankRequest } from '@tollgate/contract/rerank';
import type { RerankCall, RerankDocument } from '@tollgate/providers/adapter/rerank-wire';
import { checkRerankRequest } from '@tollgate/providers/contract/check-rerank';
import { estimateEmbedding } from '@tollgate/providers/tokens/estimate';
import type { InputTokens } from '@tollgate/providers/tokens/estimate';
import { assertWithinMaxCredits } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';
import { possibleUsage } from '../bounds/output-policy.ts';
import {
  assertAllowed,
  assertCapability,
  dearestInput,
  inputBounds,
  planEstimated,
} from '../plan.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { ResolveDeps, Target } from '../catalogue/resolve.ts';
import { askedRerank, estimateRerank, promptOf } from './estimate-rerank.ts';
import type { AskedRerank, RerankSize } from './estimate-rerank.ts';

/** The plan of a rerank call. */
export interface RerankPlan extends Plan {
  output: null;
  call: RerankCall;
  asked: AskedRerank;
  /** The documents that results hold, as the request has them; null where they hold none. */
  shown: RerankRequest['documents'] | null;
}

/**
 * Steps 3 to 6 for rerank: targets, contract, estimate. A text that is longer than the model reads
 * is no fault: providers cut it, or read it in parts.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planRerank(deps: ResolveDeps, input: PlanInput<RerankRequest>): RerankPlan[] {
  const { request, ...shared } = input;
  const resolved = resolve(deps, shared.caller, request.model);
  const { contract, targets } = resolved;
  assertCapability(resolved, 'rerank');
  const call = rerankCall(request);
  const returnDocuments = request.return_documents ?? undefined;
  const topN = request.top_n ?? call.topN;
  assertAllowed(checkRerankRequest(contract, { ...call, topN, returnDocuments }));
  const size = sizeOf(targets, call);
  const prompt = promptOf(size);
  const bounds = inputBounds(shared.caller, { targets, prompt, most: Number.MAX_SAFE_INTEGER });
  const asked = targets.map((target) => {
    const own = deps.catalog.models.get(target.publicId)?.contract ?? contract;
    return askedRerank(own, size, call.maxTokensPerDoc);
  });
  const estimates = targets.map((target, index) =>
    estimateOf(target, asked[index], bounds.inputBound),
  );
  const planned = planEstimated(targets, shared.attempt, estimates);
  assertWithinMaxCredits(planned[0]?.estimate ?? null, shared.maxCredits);
  const none = { output: null, effortLeftOut: null, ignored: [], images: 0 };
  const shown = returnDocuments === true ? request.documents : null;
  const common = { ...shared, ...none, ...bounds, resolved, call, shown };
  return planned.flatMap((one, index) => {
    const own = asked[index];
    if (own === undefined) return [];
    return [{ ...common, ...one, asked: own, possible: possibleOf(one.target, call, prompt) }];
  });
}

function rerankCall(request: RerankRequest): RerankCall {
  const { query, rank_fields: rankFields, max_tokens_per_doc: maxTokensPerDoc } = request;
  const documents = request.documents.map(plainOf);
  return {
    query,
    documents,
    topN: Math.min(request.top_n ?? documents.length, documents.length),
    ...(rankFields == null ? {} : { rankFields }),
    ...(maxTokensPerDoc == null ? {} : { maxTokensPerDoc }),
  };
}

/** A document with nothing but a text is that text, which every wire takes. */
function plainOf(document: RerankRequest['documents'][number]): RerankDocument {
  if (typeof document === 'string') return document;
  return Object.keys(document).length === 1 ? document.text : document;
}

/** The most that the query and each document come to at any target, names of fields included. */
function sizeOf(targets: readonly Target[], { query, documents }: RerankCall): RerankSize {
  const estimateOfText = (text: string): InputTokens =>
    dearestInput(
      targets.map(({ family, endpoint }) => estimateEmbedding(text, family.overhead(endpoint))),
    );
  const texts = documents.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  return { query: estimateOfText(query), documents: texts.map(estimateOfText) };
}

function estimateOf(
  { price }: Target,
  asked: AskedRerank | undefined,
  inputBound: number,
): Estimate | null {
  if (price === null || asked === undefined) return null;
  const estimate = estimateRerank(asked, inputBound, price);
  if (estimate !== null) return estimate;
  throw new GatewayError('unsupported_parameter', 'This model has no price for rerank calls.', {
    param: 'model',
  });
}

/**
 * The most tokens that a provider can have counted: a full context for each document, or more where
 * the texts are longer than that and are read in parts.
 */
function possibleOf(
  { contextTokens }: Target,
  { documents }: RerankCall,
  { most }: InputTokens,
): Plan['possible'] {
  const { input } = possibleUsage({ contextTokens, effectiveMaxTokens: 0, choices: 0 });
  return { input: Math.max(input * documents.length, most), output: 0 };
}
