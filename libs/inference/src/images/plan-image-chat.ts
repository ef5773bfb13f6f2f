import type { ChatRequest, Message } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { fieldsLeftOut } from '@tollgate/contract/unknown-fields';
import type { ImageCall, ImageTerms, ImageTokens } from '@tollgate/providers/adapter/image-wire';
import type { Picture } from '@tollgate/providers/adapter/wire-form';
import { checkChatRequest, checkTerms } from '@tollgate/providers/contract/check-contract';
import { overflowWords } from '@tollgate/providers/contract/context-overflow';
import { fitToContract } from '@tollgate/providers/contract/fit-request';
import { estimateInput } from '@tollgate/providers/tokens/estimate';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import { isOurNote } from '@tollgate/structure/replay-data';
import { assertWithinMaxCredits } from '../bounds/estimate.ts';
import type { Estimate } from '../bounds/estimate.ts';
import { ceilingsFor, ceilingsOf, likelyOf, possibleUsage } from '../bounds/output-policy.ts';
import type { Caller } from '../caller/caller.ts';
import { compatibleTargets } from '../catalogue/compatible-targets.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { Resolved, ResolveDeps, Target } from '../catalogue/resolve.ts';
import { assertAllowed, dearestInput, inputBounds, planEstimated } from '../plan.ts';
import type { PlanInput } from '../plan.ts';
import { estimateImages } from './estimate-images.ts';
import type { AskedImages } from './estimate-images.ts';
import { answerBytes } from './image-room.ts';
import type { ImagesPlan } from './plan-images.ts';
import { pictureOf } from './resolve-images.ts';

/** Output tokens beside one image where a request names no ceiling. */
const TEXT_TOKENS = 4_096;

/** The plan of a conversation that is answered with images. */
export interface ImageChatPlan extends ImagesPlan {
  /** What the caller wants of the form of the answer. */
  answer: { isStream: boolean; withUsage: boolean };
}

/** @throws GatewayError `unsupported_parameter` where a model that makes none is to make images */
export function assertNoImages({ modalities, image_config: config }: ChatRequest): void {
  const param = modalities?.includes('image') === true ? 'modalities' : 'image_config';
  if (param === 'image_config' && (config === undefined || config === null)) return;
  throw new GatewayError(
    'unsupported_parameter',
    `This model answers with text alone. Leave ${param} out, or choose a model whose request_contract has "chat".`,
    { param },
  );
}

/**
 * Steps 3 to 6 for a conversation with a model that makes images: targets, contract, ceiling,
 * estimate. On hold are as many images as fit under the ceiling.
 * @returns a plan for each target, the first to be tried first
 * @throws GatewayError 400, 402, 404 or 503
 */
export function planImageChat(deps: ResolveDeps, input: PlanInput<ChatRequest>): ImageChatPlan[] {
  const { request, ...shared } = input;
  const resolved = resolve(deps, shared.caller, request.model);
  const { contract, targets } = resolved;
  const sent = sentOf(contract, request);
  const [found] = compatibleTargets(resolved, sent);
  const terms = termsOf(contract, request);
  const bounds = boundsOf(shared.caller, { sent, request, resolved });
  const ceilings = ceilingsOf(shared.caller, resolved.hardOutputTokens);
  const asked = targets.map((target): AskedImages => {
    const usual = tokensOf(target, terms).image + TEXT_TOKENS;
    const tokens = tokensOf(target, terms, ceilingFor(contract, request, { ceilings, usual }));
    return { contract, terms, tokens, images: countPictures(request), shown: 0 };
  });
  const estimates = targets.map(({ price }, index) =>
    estimateOf(price, asked[index], bounds.inputBound),
  );
  const planned = planEstimated(targets, shared.attempt, estimates);
  assertWithinMaxCredits(planned[0]?.estimate ?? null, shared.maxCredits);
  const chat = { ...sent, messages: found?.messages ?? sent.messages };
  const common = { ...shared, ...bounds, ...formOf(request), resolved };
  const ignored = ignoredOf(request, sent);
  return planned.flatMap((one, index) => {
    const of = asked[index];
    if (of === undefined) return [];
    const ceiling = ceilingOf(of.tokens);
    const { contextTokens } = one.target;
    return [
      {
        ...common,
        ...one,
        ignored,
        call: callOf(chat, { terms, ceiling, request }),
        asked: of,
        images: of.images,
        replyBytes: answerBytes(contract, terms, of.tokens),
        possible: possibleUsage({ contextTokens, effectiveMaxTokens: ceiling, choices: 1 }),
      },
    ];
  });
}

/** What the caller wants of the form of the answer. */
function formOf(
  request: ChatRequest,
): Pick<ImageChatPlan, 'answer' | 'effortLeftOut' | 'onlyWaited' | 'output'> {
  const withUsage = request.stream_options?.include_usage === true;
  const answer = { isStream: request.stream === true, withUsage };
  return { answer, effortLeftOut: null, onlyWaited: true, output: null };
}

/** @throws GatewayError `context_length_exceeded` where the prompt alone cannot fit */
function boundsOf(
  caller: Caller,
  given: { sent: ChatRequest; request: ChatRequest; resolved: Resolved },
): ReturnType<typeof inputBounds> {
  const { sent, request, resolved } = given;
  const { targets, contract } = resolved;
  const counted = withImages(sent, request);
  const prompt = dearestInput(
    targets.map(({ family, endpoint }) => estimateInput(counted, family.overhead(endpoint))),
  );
  const most = contract.limits.context_tokens;
  assertFits(prompt.usual, most);
  return inputBounds(caller, { targets, prompt, most });
}

function estimateOf(
  price: Target['price'],
  asked: AskedImages | undefined,
  inputBound: number,
): Estimate | null {
  return price === null || asked === undefined ? null : estimateImages(asked, inputBound, price);
}

/**
 * The request without what this model is never sent: images, which go beside it, and what other
 * models have signed.
 * @throws GatewayError `unsupported_parameter` for what the contract refuses
 */
function sentOf(contract: RequestContract, request: ChatRequest): ChatRequest {
  const chat: RequestContract = {
    ...contract,
    capability: 'chat',
    parameters: contract.chat?.parameters ?? {},
    exclusions: [],
  };
  const spoken = { ...request, messages: request.messages.map(withoutExtra) };
  const sent = fitToContract(chat, plainChatRequest(spoken));
  assertAllowed(checkChatRequest(chat, sent));
  const { modalities } = request;
  if (modalities !== undefined && modalities !== null && !modalities.includes('image')) {
    throw new GatewayError(
      'unsupported_parameter',
      'This model answers with images. Name "image" in modalities, or leave modalities out.',
      { param: 'modalities' },
    );
  }
  return sent;
}

function assertFits(usual: number, most: number): void {
  const likely = likelyOf(usual);
  if (likely <= most) return;
  throw new GatewayError('context_length_exceeded', overflowWords(most, likely), {
    param: 'messages',
  });
}

function withoutExtra(message: Message): Message {
  if (message.role !== 'assistant' || message.extra_content === undefined) return message;
  const { extra_content: _, ...rest } = message;
  return rest;
}

/** @throws GatewayError `unsupported_parameter` for a form that the model does not make */
function termsOf(contract: RequestContract, { image_config: config }: ChatRequest): ImageTerms {
  const preset = contract.parameters['resolution']?.default;
  const asked = {
    aspect_ratio: config?.aspect_ratio ?? undefined,
    resolution: config?.image_size?.toLowerCase(),
  };
  const given = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const refusal = checkTerms({ ...contract, exclusions: [] }, new Map(given));
  if (refusal !== null) {
    const name = refusal.param === 'resolution' ? 'image_size' : refusal.param;
    assertAllowed({ ...refusal, param: `image_config.${name}` });
  }
  const resolution = asked.resolution ?? (typeof preset === 'string' ? preset : undefined);
  return {
    n: 1,
    ...(asked.aspect_ratio === undefined ? {} : { aspectRatio: asked.aspect_ratio }),
    ...(resolution === undefined ? {} : { resolution }),
  };
}

function saidIn({ messages }: ChatRequest): Map<number, Picture[]> {
  const said = new Map<number, Picture[]>();
  for (const [at, message] of messages.entries()) {
    const images = message.role === 'assistant' ? (message.images ?? []) : [];
    if (images.length === 0) continue;
    said.set(
      at,
      images.map(({ image_url: { url } }) => pictureOf({ image_url: url })),
    );
  }
  return said;
}

/** The request as it is counted: images of earlier answers count as those of its callers do. */
function withImages(sent: ChatRequest, { messages }: ChatRequest): ChatRequest {
  const shown = messages.flatMap((message): Message[] => {
    const images = message.role === 'assistant' ? (message.images ?? []) : [];
    const content = images.map(({ image_url: { url } }) => ({
      type: 'image_url' as const,
      image_url: { url },
    }));
    return content.length === 0 ? [] : [{ role: 'user', content }];
  });
  return { ...sent, messages: [...sent.messages, ...shown] };
}

/** Images of the prompt, which a price may have a fee for. */
function countPictures({ messages }: ChatRequest): number {
  return messages.reduce((count, message) => {
    const said = message.role === 'assistant' ? (message.images?.length ?? 0) : 0;
    const parts: readonly { type: string }[] = Array.isArray(message.content)
      ? message.content
      : [];
    return count + said + parts.filter(({ type }) => type === 'image_url').length;
  }, 0);
}

/** @throws TypeError for a family that does not say what its images have */
function tokensOf({ family, endpoint }: Target, terms: ImageTerms, ceiling?: number): ImageTokens {
  const tokens = family.imageTokens?.(endpoint.upstreamModel, terms, ceiling);
  if (tokens === undefined || tokens === null) throw new TypeError('nobody knows its images');
  return tokens;
}

/** Output tokens of the answer: what the request names, within the ceilings of key and owner. */
function ceilingFor(
  { chat }: RequestContract,
  { max_tokens: old, max_completion_tokens: modern }: ChatRequest,
  { ceilings, usual }: { ceilings: ReturnType<typeof ceilingsOf>; usual: number },
): number {
  const model = chat?.parameters['max_tokens']?.maximum ?? usual;
  const limits = { context_tokens: model, output_tokens: model };
  const { managed, hard } = ceilingsFor(limits, ceilings);
  return Math.min(modern ?? old ?? Math.min(managed, usual), hard);
}

function ceilingOf({ image, text, answer }: ImageTokens): number {
  return answer === undefined ? image + text : answer.image + answer.text;
}

function callOf(
  sent: ChatRequest,
  given: { terms: ImageTerms; ceiling: number; request: ChatRequest },
): ImageCall {
  const { terms, ceiling, request } = given;
  const modalities = request.modalities ?? ['text', 'image'];
  const chat = { request: sent, said: saidIn(request), modalities, ceiling };
  return { prompt: '', terms, chat };
}

/** What was given and is not sent; images and their form go beside the request. */
function ignoredOf(request: ChatRequest, sent: ChatRequest): string[] {
  const { modalities: _, image_config: __, ...rest } = request;
  const messages = rest.messages.map((message) => {
    if (message.role !== 'assistant' || message.images === undefined) return message;
    const { images: ___, ...others } = message;
    return others;
  });
  return fieldsLeftOut({ ...rest, messages }, sent).filter((path) => !isOurNote(path));
}
