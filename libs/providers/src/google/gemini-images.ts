import type { Message } from '@tollgate/contract/chat';
import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { Endpoint, Failure, Usage } from '../adapter/adapter.ts';
import type {
  ImageCall,
  ImageChat,
  ImageMapper,
  ImageTerms,
  ImageUsage,
  MadeImage,
  MappedImages,
} from '../adapter/image-wire.ts';
import { countOf } from '../adapter/usage-reading.ts';
import type { Picture } from '../adapter/wire-form.ts';
import { asList, asObject, asText, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { toFailure, unfinished } from '../wire/failures.ts';
import { EXTRA } from '../wire/gemini/content.ts';
import { failureInReply, withoutNames } from '../wire/gemini/errors.ts';
import { isFiltered } from '../wire/gemini/finish.ts';
import { toWireRequest } from '../wire/gemini/request.ts';
import { usageFromWire } from '../wire/gemini/usage.ts';
import { imageOf } from '../wire/images/made-image.ts';
import { imageGeneration } from './gemini-image-lines.ts';
import { modelPath } from './paths.ts';

/**
 * Images of Gemini models over `generateContent`: the prompt and what is to be edited are parts of
 * one turn, images are `inlineData` of the answer. By
 * https://ai.google.dev/gemini-api/docs/image-generation and the typings of @google/genai 3.1
 * (`ImageConfig`, `FinishReason`), read on 2026-11-28; nothing was recorded.
 */
export const geminiImages: ImageMapper = {
  path: (endpoint) => `${modelPath(endpoint)}:generateContent`,
  toWire: (call, { upstreamModel }) => bodyOf(call, upstreamModel),
  fromWire,
};

/** Conversations that Gemini models answer with images and text, in one piece. */
export const geminiConversation: NonNullable<ImageMapper['chat']> = {
  path: (endpoint) => geminiImages.path(endpoint),
  toWire: ({ chat, terms }, endpoint) => conversationOf(chat, { terms, endpoint }),
  fromWire: fromConversation,
};

/** Generations that want signatures back with their images. */
const SIGNS = /^gemini-3/u;
/** The provider takes this word for a signature that was lost, as on functions' calls. */
const UNSIGNED = 'skip_thought_signature_validator';

function conversationOf(
  chat: ImageChat | undefined,
  { terms, endpoint }: { terms: ImageTerms; endpoint: Endpoint },
): unknown {
  if (chat === undefined) throw new TypeError('there is no conversation');
  const { request, said, modalities, ceiling } = chat;
  const signature = SIGNS.test(endpoint.upstreamModel) ? { thoughtSignature: UNSIGNED } : {};
  const messages = request.messages.map((message, at): Message => {
    const images = said.get(at) ?? [];
    if (message.role !== 'assistant' || images.length === 0) return message;
    const text = typeof message.content === 'string' ? message.content : '';
    const parts = [
      ...(text === '' ? [] : [{ text }]),
      ...images.map((image) => ({ ...inlineData(image), ...signature })),
    ];
    return { ...message, extra_content: { [EXTRA]: { parts } } };
  });
  const asked = { ...request, messages, max_tokens: null, max_completion_tokens: null };
  const wire = toWireRequest(asked, endpoint);
  return {
    ...wire,
    generationConfig: {
      ...wire.generationConfig,
      ...imageGeneration(endpoint.upstreamModel, terms),
      responseModalities: modalities.map((one) => one.toUpperCase()),
      maxOutputTokens: ceiling,
    },
  };
}

/** As {@link fromWire}, but words are an answer, and an answer may have been cut. */
function fromConversation(reply: unknown): MappedImages {
  const { candidate, images, text, report, usage } = readReply(reply);
  const refusal = refusalOf(reply as JsonObject, { candidate, text: '' });
  const reason = asText(candidate['finishReason']) ?? '';
  const hasContent = images.length > 0 || text !== '';
  if (refusal === null && !hasContent && reason !== 'MAX_TOKENS') {
    throw new ProviderError(unfinished(withoutNames(reasonOf(candidate))), { usage });
  }
  const isKept = refusal !== null && reason !== 'NO_IMAGE';
  const cut = reason === 'MAX_TOKENS' ? 'length' : 'stop';
  return { images, ...report, spoken: { text, finish: isKept ? 'content_filter' : cut } };
}

function bodyOf({ prompt, terms, shown }: ImageCall, model: string): JsonObject {
  const pictures = (shown?.images ?? []).map(inlineData);
  return {
    contents: [{ role: 'user', parts: [...pictures, { text: prompt }] }],
    generationConfig: imageGeneration(model, terms),
  };
}

function inlineData({ type, base64 }: Picture): JsonObject {
  return { inlineData: { mimeType: type, data: base64 } };
}

function fromWire(reply: unknown): MappedImages {
  const { candidate, images, text, report, usage } = readReply(reply);
  if (images.length > 0) return { images, ...report };
  const refusal = refusalOf(reply as JsonObject, { candidate, text });
  if (refusal !== null) return { images, ...report, refusal };
  throw new ProviderError(unfinished(withoutNames(reasonOf(candidate))), { usage });
}

/** What a reply holds. */
interface Read {
  candidate: JsonObject;
  images: MadeImage[];
  text: string;
  report: Pick<MappedImages, 'usage' | 'suspect'>;
  /** In the buckets of chat, for what a failed call may cost. */
  usage: Usage | null;
}

/** Images within reasoning are drafts, which the provider does not bill. */
function readReply(reply: unknown): Read {
  if (!isObject(reply)) throw new MalformedReply('the reply is no JSON object');
  if (isObject(reply['error'])) throw new ProviderError(failureInReply(reply));
  const candidate = asObject(asList(reply['candidates'])[0]);
  const parts = asList(asObject(candidate['content'])['parts'])
    .map(asObject)
    .filter(({ thought }) => thought !== true);
  const images = parts.flatMap(({ inlineData: data }) =>
    data === undefined ? [] : [{ base64: imageOf(asObject(data)['data']) }],
  );
  const report = imageUsageOf(reply['usageMetadata'], images.length > 0);
  const text = parts.map((part) => asText(part['text']) ?? '').join('');
  const { usage } = usageFromWire(reply['usageMetadata']);
  return { candidate, images, text, report, usage };
}

/**
 * Why there is no image: the prompt or the image was refused, or the model says in words why it
 * drew none. Null where the provider failed: it ran out of tokens, or gives no reason.
 */
function refusalOf(
  reply: JsonObject,
  { candidate, text }: { candidate: JsonObject; text: string },
): Failure | null {
  const blocked = asText(asObject(reply['promptFeedback'])['blockReason']);
  const reason = asText(candidate['finishReason']) ?? '';
  const isRefused =
    blocked !== undefined ||
    isFiltered(reason) ||
    reason === 'NO_IMAGE' ||
    (reason === 'STOP' && text !== '');
  if (!isRefused) return null;
  const message = asText(candidate['finishMessage']) ?? '';
  const said = [text, message, blocked, reason].find((one) => one !== undefined && one !== '');
  return toFailure('rejected', { status: 200, text: withoutNames(said ?? '') });
}

function reasonOf({ finishReason: reason, finishMessage: message }: JsonObject): string {
  return [asText(reason), asText(message)].filter(Boolean).join(': ');
}

/**
 * Tokens of images by their modality. Output whose parts are not said is all image where there is
 * one, which is the dearer, and text where there is none; reasoning is text.
 */
function imageUsageOf(
  reported: unknown,
  hasImages: boolean,
): Pick<MappedImages, 'usage' | 'suspect'> {
  const { usage, suspect } = usageFromWire(reported);
  if (usage === null) return { usage, ...(suspect === undefined ? {} : { suspect }) };
  const { promptTokensDetails: read, candidatesTokensDetails: made } = asObject(reported);
  const input = usage.input + usage.cache_read;
  const shown = Math.min(input, tokensOfImages(read) ?? 0);
  const image = tokensOfImages(made) ?? (hasImages ? usage.output : 0);
  const counts: ImageUsage = {
    input: input - shown,
    image_input: shown,
    output: Math.max(0, usage.output - image) + usage.reasoning,
    image_output: Math.min(image, usage.output),
  };
  const doubt = image > usage.output ? 'parts_exceed_whole' : suspect;
  return { usage: counts, ...(doubt === undefined ? {} : { suspect: doubt }) };
}

/** Undefined where a report does not divide its tokens, or not readably. */
function tokensOfImages(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  const counts = details
    .map(asObject)
    .filter(({ modality }) => modality === 'IMAGE')
    .map(({ tokenCount }) => countOf(tokenCount) ?? 0);
  const sum = counts.reduce((all, count) => all + count, 0);
  return Number.isFinite(sum) ? sum : undefined;
}
