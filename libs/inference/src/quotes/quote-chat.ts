import type { ChatQuote } from '@tollgate/contract/chat-quote';
import { HEADER } from '@tollgate/contract/headers';
import { sayWhenAway } from '@tollgate/db/away';
import type { Pepper } from '@tollgate/keys/secret';
import { formatCredits } from '@tollgate/money/credits';
import type { MediaFetcher } from '@tollgate/providers/engine/media-fetcher';
import { newUuid } from '@tollgate/runtime/ids';
import { parseChatRequest } from '@tollgate/structure/parse-chat';
import { authenticate } from '../caller/authenticate.ts';
import type { Exchange } from '../call.ts';
import type { CredentialPool } from '../credentials/credential-pool.ts';
import type { Directory } from '../caller/directory.ts';
import { estimateCost } from '../bounds/estimate.ts';
import { gatherMedia } from '../media/gather-media.ts';
import { createHeldFiles } from '../media/held-files.ts';
import { chatParts } from '../operation.ts';
import { assertNoImages } from '../images/plan-image-chat.ts';
import { planChatCall } from '../chat/search-options.ts';
import type { ChatPlan } from '../chat/plan-chat.ts';
import { assertListed } from '../catalogue/resolve.ts';

/** What quotes are made from. */
export interface QuoteChatDeps {
  directory: Directory;
  pepper: Pepper;
  pool: CredentialPool;
  mediaFetcher: MediaFetcher;
}

/**
 * `POST /v1/chat/completions/quote`: what a call may cost, planned as the call itself would be,
 * from the snapshot. Nothing is held, asked of a provider or recorded.
 * @throws GatewayError for what the paid route would refuse before its hold
 */
export async function quoteChat(deps: QuoteChatDeps, { call, sink }: Exchange): Promise<void> {
  const caller = await sayWhenAway(authenticate)(deps, (name) => call.header(name));
  await call.identify(caller);
  const asked = parseChatRequest(await call.readBody());
  const catalog = deps.directory.catalog();
  assertListed(catalog, caller, asked.model);
  const resolving = { catalog, pool: deps.pool, random: Math.random };
  const found = { ...resolving, mediaFetcher: deps.mediaFetcher };
  const files = createHeldFiles();
  try {
    const gathered = { request: asked, caller, media: files.of(call) };
    const request = await gatherMedia(found, chatParts, gathered);
    const input = { opId: newUuid(), attempt: 1, caller, request, maxCredits: null };
    assertNoImages(request);
    const plans = planChatCall(resolving, input);
    sink.send({
      status: 200,
      headers: { [HEADER.requestId]: call.requestId },
      body: Buffer.from(JSON.stringify(quoteOf(plans))),
    });
  } finally {
    files.giveBack();
  }
}

/** A hold is as large as the most expensive target needs, so a quote says that amount. */
function quoteOf(plans: readonly ChatPlan[]): ChatQuote {
  const [first] = plans;
  if (first === undefined) throw new TypeError('no target can serve the call');
  const { resolved, request, output, inputBound: input, images } = first;
  const outputTokens = output.effectiveMaxTokens * (request.n ?? 1);
  const most = plans
    .map((plan) => costsOf(plan, outputTokens))
    .reduce((one, other) => (other.amount > one.amount ? other : one));
  return {
    object: 'chat.completion.quote',
    model: resolved.name,
    catalog_revision: resolved.catalogRevision,
    input_tokens: input,
    images,
    output_tokens: outputTokens,
    output_policy: output.policy,
    uplift_bp: most.upliftBp,
    input_cost: formatCredits(most.ofInput),
    max_cost: formatCredits(most.amount),
  };
}

/** What one target may cost; the sandbox costs nothing. Tools of the provider are in its hold. */
function costsOf(
  { target, inputBound: input, images, runs, estimate }: ChatPlan,
  output: number,
): { amount: bigint; ofInput: bigint; upliftBp: number } {
  const amountOf = (tokens: number): bigint =>
    estimateCost({ input, output: tokens, images }, target.price)?.amount ?? 0n;
  const held = runs === undefined ? null : estimate;
  return {
    amount: held?.amount ?? amountOf(output),
    ofInput: amountOf(0),
    upliftBp: target.price?.upliftBp ?? 0,
  };
}
