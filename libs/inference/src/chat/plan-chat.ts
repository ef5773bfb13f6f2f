import type { ChatRequest, Message } from '@tollgate/contract/chat';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { isTextOnly } from '@tollgate/contract/text-only';
import { billedCounts, inPrices, searchRuns } from '@tollgate/contract/server-tools';
import type { ToolRuns } from '@tollgate/contract/server-tools';
import { WEB_SEARCH_TOOL_TOKENS } from '@tollgate/contract/web-search';
import { isPricedTier } from '@tollgate/contract/service-tiers';
import { fieldsLeftOut } from '@tollgate/contract/unknown-fields';
import { checkChatRequest } from '@tollgate/providers/contract/check-contract';
import { fitToContract } from '@tollgate/providers/contract/fit-request';
import { estimateInput } from '@tollgate/providers/tokens/estimate';
import { extrasFor, unknownLeftOut } from '@tollgate/providers/contract/extensions';
import { promptHintsLeftOut } from '@tollgate/providers/contract/prompt-hints';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import { isOurNote } from '@tollgate/structure/replay-data';
import type { Caller } from '../caller/caller.ts';
import { compatibleTargets, refusalOf } from '../catalogue/compatible-targets.ts';
import type { CompatibleTarget } from '../catalogue/compatible-targets.ts';
import { assertWithinMaxCredits, estimateCost } from '../bounds/estimate.ts';
import type { Estimate, MostUsed } from '../bounds/estimate.ts';
import { inputWithRuns } from '../bounds/tool-tokens.ts';
import {
  ceilingsOf,
  decideOutput,
  inCallersTerms,
  likelyOf,
  possibleUsage,
} from '../bounds/output-policy.ts';
import type { OutputPolicy } from '../bounds/output-policy.ts';
import {
  alwaysSearches,
  assertAllowed,
  assertCapability,
  dearestInput,
  inputBounds,
  planEstimated,
  withTokens,
} from '../plan.ts';
import type { Plan, PlanInput } from '../plan.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { Resolved, ResolveDeps, Target } from '../catalogue/resolve.ts';

type Effort = NonNullable<Caller['key']['defaultReasoningEffort']>;

/** The plan of a chat call. */
export interface ChatPlan extends Plan {
  output: OutputPolicy;
  /**
   * As it goes to the provider: output ceiling set, defaults of the key applied where they fit
   * under it.
   */
  request: ChatRequest;
  signedLeftOut: readonly string[];
}

/** What a route that is planned as a chat call knows already. */
export interface ChatPlanOptions {
  /** The models that the name of the model resolves to. */
  resolved?: Resolved;
  /** What some targets are sent beside the messages of the request; part of the bound. */
  counted?: readonly Message[];
  /** Tokens that a provider adds to the prompt beside those that follow from the request. */
  tokens?: number;
  /** The most that the provider runs; absent: nothing. */
  runs?: ToolRuns | undefined;
}

/**
 * Steps 3 to 6: targets, contract, output ceiling, estimate. Everything that can refuse comes here,
 * before anything costs.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planChat(
  deps: ResolveDeps,
  given: PlanInput<ChatRequest>,
  {
    resolved = resolve(deps, given.caller, given.request.model),
    counted = [],
    tokens = 0,
    runs,
  }: ChatPlanOptions = {},
): ChatPlan[] {
  const { caller, maxCredits } = given;
  const { contract } = resolved;
  assertCapability(resolved, 'chat');
  const sent = inTermsOf(contract, given.request);
  const taking = compatibleTargets(resolved, sent);
  const beside = [...counted, ...extraText(sent)];
  const prompt = withTokens(
    dearestInput(
      taking.map(({ target: { family, endpoint }, messages }) =>
        estimateInput({ ...sent, messages: [...messages, ...beside] }, family.overhead(endpoint)),
      ),
    ),
    Math.max(tokens, isSearched(targetsOf(taking)) ? WEB_SEARCH_TOOL_TOKENS : 0),
  );
  const roomy = targetsWithRoom(taking, prompt.usual);
  const targets = targetsOf(roomy);
  const contexts = targets.map(({ contextTokens }) => contextTokens);
  const most = Math.max(...contexts);
  const bounds = inputBounds(caller, { targets, prompt, most });
  const ceilings = ceilingsOf(caller, resolved.hardOutputTokens);
  const limits = { ...contract.limits, context_tokens: Math.min(...contexts) };
  const output = decideOutput(sent, limits, { ceilings, inputBound: prompt.usual });
  const { request, effortLeftOut } = withKeyDefaults(withCeiling(sent, contract, output), {
    effort: caller.key.defaultReasoningEffort,
    contract,
    targets: roomy,
  });
  assertAllowed(inCallersTerms(checkChatRequest(contract, request), { sent, output, ceilings }));
  const fitting = compatibleTargets({ ...resolved, targets }, request);
  const outputBound = output.effectiveMaxTokens * (request.n ?? 1);
  const apart = { images: countImages(request), ...tierOf(request, given.tier) };
  const bound = { input: bounds.inputBound, output: outputBound, ...apart };
  const found = targetsOf(fitting);
  const estimates = estimatesOf(found, bound, { request, runs, most });
  const planned = planEstimated(found, given.attempt, estimates);
  assertWithinMaxCredits(planned[0]?.estimate ?? null, maxCredits);
  const common = { ...given, ...bounds, ...apart, resolved, output, effortLeftOut };
  const fields =
    sent === given.request
      ? NOTHING
      : fieldsLeftOut(given.request, sent).filter((path) => !isOurNote(path));
  const ceiling = { ...output, choices: request.n ?? 1 };
  return planned.map((one, at) => {
    const { contextTokens } = one.target;
    const run = runsAt(one.target, request, runs);
    const possible = possibleUsage({ contextTokens, ...ceiling, ...run });
    return { ...common, ...one, ...run, ...asked(request, fitting[at], fields), possible };
  });
}

function isSearched(targets: readonly Target[]): boolean {
  return targets.some(alwaysSearches);
}

/**
 * What a call may cost at each target. One that runs tools reads the prompt once more for each run.
 * @param asked.runs the most that the request allows
 * @param asked.most what no prompt of one turn exceeds, in tokens
 */
function estimatesOf(
  targets: readonly Target[],
  bound: MostUsed,
  asked: { request: ChatRequest; runs: ToolRuns | undefined; most: number },
): (Estimate | null)[] {
  const { output } = bound;
  return targets.map((target) => {
    const { runs } = runsAt(target, asked.request, asked.runs);
    const found = runs?.found ?? [];
    const input =
      found.length === 0
        ? bound.input
        : inputWithRuns(bound.input, { found, output, most: asked.most });
    const tools = runs === undefined ? {} : { tools: inPrices(runs, billedCounts(runs)) };
    return estimateCost({ ...bound, input, ...tools }, target.price);
  });
}

/** What a model runs that searches for every answer. */
const ALWAYS = searchRuns(1);

/**
 * The most that the provider runs at one target.
 * @param asked what the request allows
 */
function runsAt(
  target: Target,
  request: ChatRequest,
  asked: ToolRuns | undefined,
): Pick<Plan, 'runs'> {
  if (alwaysSearches(target)) return { runs: ALWAYS };
  if (asked === undefined) return {};
  return { runs: target.family.runsAtMost?.(request, target.endpoint) ?? asked };
}

const NOTHING: readonly string[] = [];

function targetsOf(found: readonly CompatibleTarget[]): Target[] {
  return found.map(({ target }) => target);
}

/** The service tier of a request, where it has prices of its own. */
function tierOf({ service_tier: word }: ChatRequest, decided: Plan['tier']): Pick<Plan, 'tier'> {
  if (decided !== undefined) return { tier: decided };
  return word !== undefined && isPricedTier(word) ? { tier: word } : {};
}

/**
 * The request in the words that everything behind the parser reads, without what its contract takes
 * no notice of. A request of text alone is in these words already.
 * @throws GatewayError 400 for what the contract does not allow
 */
function inTermsOf(contract: RequestContract, request: ChatRequest): ChatRequest {
  if (isTextOnly(request) && checkChatRequest(contract, request) === null) return request;
  const sent = fitToContract(contract, plainChatRequest(request));
  assertAllowed(checkChatRequest(contract, sent));
  return sent;
}

/**
 * Extra parameters and unknown fields as a message to be counted: what a provider makes of their
 * text may be in the prompt.
 */
function extraText({ extra = {}, unknown }: ChatRequest): Message[] {
  if (unknown === undefined && Object.keys(extra).length === 0) return [];
  const inner = (unknown?.fields ?? []).filter(({ param }) => !Object.hasOwn(extra, param));
  const texts = [
    ...(Object.keys(extra).length === 0 ? [] : [JSON.stringify(extra)]),
    ...inner.map(({ param, value }) => JSON.stringify({ [nameOf(param)]: value })),
  ];
  return texts.length === 0 ? [] : [{ role: 'user', content: texts.join(' ') }];
}

/** The name of a member, without the path that leads to it. */
function nameOf(param: string): string {
  return param.slice(param.lastIndexOf('.') + 1);
}

/** What one target is asked, and what it is not. */
function asked(
  request: ChatRequest,
  found: CompatibleTarget | undefined,
  fields: readonly string[],
): Pick<ChatPlan, 'request' | 'ignored' | 'signedLeftOut' | 'images'> {
  if (found === undefined) throw new TypeError('a plan without a target');
  const { target, messages, leftOut, unseen } = found;
  if (isTextOnly(request)) {
    return { request, ignored: fields, signedLeftOut: leftOut, images: 0 };
  }
  const own = { ...request, messages, ...extrasFor(target, request) };
  const ignored = [
    ...fields,
    ...unknownLeftOut(target, request),
    ...promptHintsLeftOut(own, target),
    ...leftOut,
    ...unseen,
  ];
  return { request: own, ignored, signedLeftOut: leftOut, images: countImages(own) };
}

/**
 * The targets whose context the prompt is likely to fit into, because an alias may have a target
 * with a longer context than another; those with the longest context where it fits into none.
 */
function targetsWithRoom(
  targets: readonly CompatibleTarget[],
  inputBound: number,
): readonly CompatibleTarget[] {
  const roomy = targets.filter(({ target }) => likelyOf(inputBound) < target.contextTokens);
  if (roomy.length > 0) return roomy;
  const longest = Math.max(...targets.map(({ target }) => target.contextTokens));
  return targets.filter(({ target }) => target.contextTokens === longest);
}

function countImages({ messages }: ChatRequest): number {
  return messages.reduce((count, { content }) => {
    if (!Array.isArray(content)) return count;
    const parts: readonly { type: string }[] = content;
    return count + parts.filter(({ type }) => type === 'image_url').length;
  }, 0);
}

/**
 * A key's default effort applies only where the request says nothing and the model takes it with
 * the rest of the request, under the ceiling that holds. Else it is left out, because the caller
 * has not asked for it; and named as left out where the model could have taken it in another
 * request.
 */
function withKeyDefaults(
  request: ChatRequest,
  {
    effort,
    contract,
    targets,
  }: { effort: Effort | null; contract: RequestContract; targets: readonly CompatibleTarget[] },
): { request: ChatRequest; effortLeftOut: Effort | null } {
  if (effort === null || request.reasoning_effort != null) return { request, effortLeftOut: null };
  const wished = { ...request, reasoning_effort: effort };
  const fits =
    checkChatRequest(contract, wished) === null &&
    targets.some(({ target, messages }) => refusalOf(target, { ...wished, messages }) === null);
  if (fits) return { request: wished, effortLeftOut: null };
  const { supported = false, values } = contract.parameters['reasoning_effort'] ?? {};
  const isKnown = supported && values?.includes(effort) !== false;
  return { request, effortLeftOut: isKnown ? effort : null };
}

function withCeiling(
  request: ChatRequest,
  contract: RequestContract,
  output: OutputPolicy,
): ChatRequest {
  const { max_tokens: _old, max_completion_tokens: _new, ...rest } = request;
  const modern = contract.parameters['max_completion_tokens']?.supported === true;
  return modern
    ? { ...rest, max_completion_tokens: output.effectiveMaxTokens }
    : { ...rest, max_tokens: output.effectiveMaxTokens };
}
