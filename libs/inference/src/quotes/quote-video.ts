import type { CatalogModel, CatalogSnapshot } from '@tollgate/catalog/snapshot';
import { upliftFor } from '@tollgate/catalog/snapshot';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { VideoQuote, VideoQuoteRequest } from '@tollgate/contract/video';
import { formatCredits, formatPico } from '@tollgate/money/credits';
import { receiptLines } from '@tollgate/money/rating';
import { sizeOf } from '@tollgate/providers/adapter/video-terms';
import type { Caller } from '../caller/caller.ts';
import type { Estimate } from '../bounds/estimate.ts';
import { assertCapability } from '../plan.ts';
import { unknownModel, visibleModels } from '../catalogue/resolve.ts';
import type { VisibleModel } from '../catalogue/resolve.ts';
import { estimateVideo } from '../video/estimate-video.ts';
import { resolveVideoRequest } from '../video/video-request.ts';
import type { ResolvedVideoRequest } from '../video/video-request.ts';

/** What one model would cost. */
interface Offer {
  /** Whether every model that may make the video costs the same. */
  isOnly: boolean;
  model: CatalogModel;
  upliftBp: number;
  estimate: Estimate;
}

/**
 * What a video would cost a caller, from the snapshot: nothing is held, asked or stored.
 * @throws GatewayError `model_unavailable` for what the caller's list does not show,
 *   `invalid_request`, `unsupported_parameter`
 */
export function quoteVideo(
  catalog: CatalogSnapshot,
  caller: Caller,
  request: VideoQuoteRequest,
): VideoQuote {
  const model = visibleModels(catalog, caller).find(({ publicId }) => publicId === request.model);
  if (model === undefined) throw unknownModel(catalog, caller, request.model);
  const { contract, publicId: name } = model;
  assertCapability({ name, contract }, 'video');
  const video = resolveVideoRequest(contract, request);
  return {
    object: 'video.quote',
    model: name,
    catalog_revision: catalog.revision,
    ...termsOut(video),
    // The sandbox costs nothing.
    ...(caller.mode === 'test' ? FREE : costOut(dearestOffer(model, caller, video))),
  };
}

type Cost = Pick<VideoQuote, 'lines' | 'uplift_bp' | 'cost' | 'exact'>;

const FREE: Cost = { lines: [], uplift_bp: 0, cost: formatCredits(0n), exact: true };

/**
 * Any target of an alias may make the video, so a quote names the price of the most expensive one.
 */
function dearestOffer(
  { served }: VisibleModel,
  { policy }: Caller,
  video: ResolvedVideoRequest,
): Offer {
  const offers = served.flatMap((model) => {
    const upliftBp = upliftFor(policy, model.id).bp;
    const estimate = estimateVideo(model.contract, video, { prices: model.prices, upliftBp });
    return estimate === null ? [] : [{ isOnly: true, model, upliftBp, estimate }];
  });
  const [first, ...others] = offers;
  if (first === undefined) {
    throw new GatewayError('unsupported_parameter', 'Videos of this kind have no price.', {
      param: 'resolution',
    });
  }
  const isOnly = others.every(({ estimate }) => estimate.amount === first.estimate.amount);
  const dearest = others.reduce((most, one) => {
    return one.estimate.amount > most.estimate.amount ? one : most;
  }, first);
  return { ...dearest, isOnly };
}

function termsOut({
  terms,
}: ResolvedVideoRequest): Omit<VideoQuote, keyof Cost | 'object' | 'model' | 'catalog_revision'> {
  const { aspectRatio, resolution } = terms;
  return {
    seconds: String(terms.seconds),
    resolution,
    aspect_ratio: aspectRatio,
    size: aspectRatio === null ? null : sizeOf(resolution, aspectRatio),
    generate_audio: terms.sound,
    input: terms.input,
  };
}

function costOut({ isOnly, model, upliftBp, estimate }: Offer): Cost {
  return {
    lines: receiptLines(estimate.usage, model.prices).map(
      ({ dimension, quantity, price_pico: pico }) => ({
        dimension,
        quantity,
        unit_price: formatPico(pico),
      }),
    ),
    uplift_bp: upliftBp,
    cost: formatCredits(estimate.amount),
    exact: isOnly && estimate.usage.output === undefined && estimate.usage.input === undefined,
  };
}
