import type { Knex } from '@tollgate/db/connect';
import type { MasterKey } from '@tollgate/catalog/sealing';
import type { CatalogSnapshot } from '@tollgate/catalog/snapshot';
import type { VideoRequest } from '@tollgate/contract/video';
import type { MediaStore } from '@tollgate/media/media-store';
import type { VideoCall } from '@tollgate/providers/adapter/video-wire';
import type { Picture } from '@tollgate/providers/adapter/wire-form';
import { renewVideo } from '@tollgate/requests/videos/video-work.queries';
import type { ClaimedVideo } from '@tollgate/requests/videos/video-work.queries';
import { poll } from '@tollgate/runtime/timers';
import type { Timers } from '@tollgate/runtime/timers';
import { openCall } from '../async/stored-call.ts';
import type { StoredCall } from '../async/stored-call.ts';
import { UNLIMITED } from '../catalogue/resolve.ts';
import type { IncomingCall } from '../call.ts';
import type { CredentialPool } from '../credentials/credential-pool.ts';
import type { LimitStore } from '../limits/store.ts';
import type { LossBook } from '../money/losses.ts';
import type { RecordSubject } from '../record/record.ts';
import type { Target } from '../catalogue/resolve.ts';
import { SANDBOX_MODELS } from '../catalogue/sandbox-models.ts';
import type { MoneyDeps } from '../money/settle.ts';
import { newTryLog } from '../record/record.ts';
import type { Videos } from './provider-videos.ts';
import { storedTarget } from './stored-target.ts';
import { estimateVideo } from '../video/estimate-video.ts';
import { resolveVideoRequest } from '../video/video-request.ts';
import type { VideoPlan } from '../video/plan-video.ts';

export interface RunVideoDeps extends MoneyDeps {
  db: Knex;
  catalog(): CatalogSnapshot;
  videos: Videos;
  limits: Pick<LimitStore, 'correct'>;
  losses: LossBook;
  masterKey: MasterKey;
  media: MediaStore;
  /** How long the file of a video that ends now is kept. */
  fileLifeMs(): Promise<number>;
  pool: CredentialPool;
  timers: Timers;
}

/** A claimed video with everything that was accepted for it. */
export interface VideoWork {
  claimed: ClaimedVideo;
  stored: StoredCall;
  request: VideoRequest;
  subject: RecordSubject;
}

/** Another worker has taken the video over; what this worker has found is thrown away. */
export class LostVideoError extends Error {}

/**
 * Keeps the claim up while a provider is waited for.
 * @throws LostVideoError once another worker has it
 */
export async function whileMine<Result>(
  { db, timers, logger }: RunVideoDeps,
  { claimed: { id, claims } }: VideoWork,
  work: () => Promise<Result>,
): Promise<Result> {
  let isMine = true;
  const looks = poll({
    everyMs: timers.heartbeat,
    look: async () => {
      isMine = await renewVideo(db, { id, claims, leaseMs: timers.lease });
    },
    failed: (error) => logger.warn({ error, op: id }, 'the lease of a video could not be extended'),
  });
  try {
    const result = await work();
    if (!isMine) throw new LostVideoError();
    return result;
  } finally {
    looks.stop();
  }
}

/** Opens what was sealed when a video was accepted. @throws SealError */
export function openWork({ masterKey }: RunVideoDeps, claimed: ClaimedVideo): VideoWork {
  const { id, mode, masterVersion, wrappedKey, box } = claimed;
  const stored = openCall(masterKey, id, { masterVersion, wrappedKey, box });
  const request = stored.body as VideoRequest;
  const call = callOf(claimed);
  const subject: RecordSubject = {
    call,
    caller: { ...stored.caller, mode },
    opId: id,
    attempt: 1,
    asked: { model: request.model, stream: false, async: true, tag: stored.tag ?? null },
    plan: null,
    sessionId: stored.sessionId ?? null,
    log: newTryLog(call.startedMs),
  };
  return { claimed, stored, request, subject };
}

/**
 * The plan that a video was begun under, from what was accepted and what the database says of its
 * model now: a model that was switched off meanwhile still has to be asked for what it makes. Null
 * where the model or the credential is gone.
 */
export async function begunPlan(deps: RunVideoDeps, work: VideoWork): Promise<VideoPlan | null> {
  const { claimed, stored, request } = work;
  if (claimed.target === null) return null;
  const { modelId, credentialId, attempt } = claimed.target;
  const found = await targetOf(deps, { modelId, credentialId, mode: claimed.mode, work });
  if (found === null) return null;
  const { contract, target } = found;
  const video = resolveVideoRequest(contract, request);
  const pin = stored.pins.find((one) => one.modelId === modelId);
  const estimate = target.price === null ? null : estimateVideo(contract, video, target.price);
  return {
    opId: claimed.id,
    attempt,
    caller: { ...stored.caller, mode: claimed.mode },
    resolved: {
      name: request.model,
      catalogRevision: stored.catalogRevision ?? '',
      contract,
      hardOutputTokens: null,
      targets: [target],
    },
    target,
    output: null,
    effortLeftOut: null,
    ignored: [],
    inputBound: 0,
    promptBound: 0,
    usualBound: 0,
    mostInput: 0,
    possible: null,
    images: video.pictures,
    estimate: estimate === null || pin === undefined ? null : { ...estimate, amount: pin.amount },
    maxCredits: stored.maxCredits,
    request,
    video,
  };
}

type Found = { target: Target; contract: VideoPlan['resolved']['contract'] };

async function targetOf(
  { db }: RunVideoDeps,
  given: { modelId: string; credentialId: string | null; mode: string; work: VideoWork },
): Promise<Found | null> {
  const { modelId, credentialId, work } = given;
  if (credentialId === null) return sandboxTarget(work.request.model);
  const pin = work.stored.pins.find((one) => one.modelId === modelId);
  if (pin === undefined) return null;
  return storedTarget({ db }, { modelId, credentialId, price: pin.price });
}

function sandboxTarget(name: string): Found | null {
  const model = SANDBOX_MODELS.find(({ publicId }) => publicId === name);
  if (model === undefined) return null;
  const { id: modelId, publicId, provider, family, upstreamModel, contract } = model;
  const endpoint = { family: family.id, provider, upstreamModel, baseUrl: '' };
  const shared = { modelId, publicId, provider, family, endpoint, contract, credential: null };
  const contextTokens = contract.limits.context_tokens;
  const rest = { contextTokens, price: null, retries: 0, times: UNLIMITED };
  return { target: { ...shared, ...rest }, contract };
}

/** What the provider is asked for, with every default spelled out. */
export function videoCall({ opId, request, video }: VideoPlan): VideoCall {
  const { seed, negative_prompt: negativePrompt, first_frame: first, last_frame: last } = request;
  return {
    token: opId,
    prompt: request.prompt,
    terms: video.terms,
    ...(seed == null ? {} : { seed }),
    ...(negativePrompt == null ? {} : { negativePrompt }),
    references: [request.input_reference ?? []].flat().map(pictureOf),
    ...(first == null ? {} : { firstFrame: pictureOf(first) }),
    ...(last == null ? {} : { lastFrame: pictureOf(last) }),
  };
}

/** The parser has seen that it is one. */
function pictureOf(url: string): Picture {
  const comma = url.indexOf(',');
  const type = url.slice('data:'.length, url.indexOf(';')) as Picture['type'];
  return { type, base64: url.slice(comma + 1) };
}

/** The call as it was accepted. Its caller cannot leave, because none is connected. */
function callOf({ requestId, createdAt, ageMs }: ClaimedVideo): IncomingCall {
  return {
    requestId,
    route: 'POST /v1/videos',
    startedMs: performance.now() - ageMs,
    at: createdAt,
    header: () => undefined,
    readBody: () => Promise.reject(new TypeError('the body was read when the video was accepted')),
    identify: () => Promise.resolve(),
    awaitsProvider: () => undefined,
    hasAnswer: () => undefined,
    gone: new AbortController().signal,
  };
}
