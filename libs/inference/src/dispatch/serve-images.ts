import { errorDocument } from '@tollgate/contract/error-codes';
import type { ImagesAnswer } from '@tollgate/contract/images';
import type { UsageCounts } from '@tollgate/money/rating';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { MappedImages } from '@tollgate/providers/adapter/image-wire';
import type { Exchange, IncomingCall } from '../call.ts';
import { imagesUsage, imagesUsed, leftOf, paidFor } from './image-usage.ts';
import { roomFor } from '../images/image-room.ts';
import type { ImagesPlan } from '../images/plan-images.ts';
import { toGatewayError } from '../record/failures.ts';
import { serveImageStream } from './serve-image-stream.ts';
import { serveDocument, writing } from './serve-document.ts';
import type { DocumentReply } from './serve-document.ts';
import type { ServeDeps, Served } from './served.ts';

/**
 * Steps 8 and 9 for images: dispatch, settle, answer. The images of the reply are charged, those
 * billed by the piece never beyond what was asked for, and the charge is durable before the first
 * byte leaves. A refusal is answered as one and costs what the provider counts.
 * @throws ProviderError when the provider failed, or refused and counts nothing; nothing was
 *   delivered then
 * @throws GatewayError `overloaded` when too many images are being made; nothing was sent then
 */
export async function serveImages(
  deps: ServeDeps,
  plan: ImagesPlan,
  exchange: Exchange & { keep: boolean },
): Promise<Served> {
  if (plan.asked.terms.stream === true) return serveImageStream(deps, plan, exchange);
  const { call } = exchange;
  const read = await roomFor(plan, call);
  const served = await serveDocument(deps, plan, {
    ...exchange,
    isSeen: false,
    left: leftOf(plan),
    read,
    async ask(signal) {
      const reply = await deps.providers.images(plan, signal);
      const images = paidFor(plan, reply.images);
      const used = imagesUsed(plan, images);
      const { refusal, model } = images;
      if (refusal !== undefined) {
        return { timing: reply.timing, used, model, ...refusedWith(refusal, call) };
      }
      const createdMs = call.at.getTime();
      const write = writing(toDocument(images, { usage: used.usage, createdMs }));
      return { timing: reply.timing, used, model, write };
    },
  });
  // The time of an image says nothing of how soon a model begins.
  return { ...served, beganAfterMs: null };
}

/** The answer to a request that the provider has refused after it was at work. */
function refusedWith(
  failure: Failure,
  { requestId, route }: IncomingCall,
): Pick<DocumentReply, 'refused' | 'write'> {
  const error = toGatewayError(failure);
  const { status } = error;
  const body = Buffer.from(JSON.stringify(errorDocument(error, requestId, route)));
  return { refused: { failure, error }, write: ({ headers }) => ({ status, headers, body }) };
}

function toDocument(
  { images, made = {} }: MappedImages,
  { usage, createdMs }: { usage: UsageCounts; createdMs: number },
): ImagesAnswer {
  const { size, quality, background, outputFormat } = made;
  return {
    created: Math.floor(createdMs / 1_000),
    data: images.map(({ base64, revisedPrompt }) => ({
      b64_json: base64,
      ...(revisedPrompt === undefined ? {} : { revised_prompt: revisedPrompt }),
    })),
    ...(background === undefined ? {} : { background }),
    ...(outputFormat === undefined ? {} : { output_format: outputFormat }),
    ...(quality === undefined ? {} : { quality }),
    ...(size === undefined ? {} : { size }),
    usage: imagesUsage(usage),
  };
}
