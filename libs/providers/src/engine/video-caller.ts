import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { HttpCall } from '../adapter/adapter.ts';
import type { VideoCall, VideoMapper, VideoState } from '../adapter/video-wire.ts';
import { AddressRefused } from './address-guard.ts';
import { toProviderError, withoutSecrets } from './call-failures.ts';
import { send } from './call.ts';
import type { Incoming } from './call.ts';
import { failureOf, fetchJson, mapped, newTiming, ofLookup } from './one-off-request.ts';
import type { Io, JsonReply, ProviderCall } from './one-off-request.ts';
import { wireBody } from './wire-body.ts';
import { proxyOf } from '../adapter/endpoint.ts';
import type { Failure } from '../adapter/endpoint.ts';
import { toFailure } from '../wire/failures.ts';

/** The most addresses that one video may lead through. */
const REDIRECTS_MAX = 3;
/** The most pages of a list of videos that are read for one video. */
const PAGES_MAX = 20;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Statuses under which every provider says that it has no such job. */
const NO_SUCH_JOB: ReadonlySet<number | undefined> = new Set([404, 410]);
const PARTIAL = 206;
const RANGE = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/u;
const LENGTH = /^\d{1,15}$/u;

/** Where a video lies, and the byte to begin with. */
export interface VideoSource {
  url: string;
  from: number;
}

/** A video as it comes. */
export interface VideoReply {
  /**
   * The byte that it begins with: that which was asked for, or 0 where the provider begins again.
   */
  from: number;
  /** Bytes of the whole video; null where the provider does not say. */
  length: number | null;
  /**
   * Bytes as they arrive, null at the end.
   * @throws ProviderError when the connection breaks, also before the promised length
   */
  read(): Promise<Uint8Array | null>;
  /** Ends the connection. Must be called. */
  close(): void;
}

/** Has a video begun. @throws ProviderError */
export async function beginVideo(io: Io, call: ProviderCall, video: VideoCall): Promise<string> {
  const mapper = mapperOf(call);
  const body = await wireBody(mapper.toWire(video, call));
  const path = mapper.path(call.endpoint);
  const reply = await fetchJson(io, call, { path, ...body, timing: newTiming() });
  return mapped(call, () => {
    const job = mapper.jobIn(reply.body);
    mapper.statePath(job);
    return job;
  });
}

/**
 * The state of a job.
 * @throws ProviderError, whose failure says `isUnknownJob` where the provider has no such job
 */
export async function videoState(io: Io, call: ProviderCall, job: string): Promise<VideoState> {
  const mapper = mapperOf(call);
  const path = mapped(call, () => mapper.statePath(job));
  const { endpoint, credential } = call;
  const asked = fetchJson(io, call, { path, timing: newTiming(), mayBeEmpty: true });
  const reply = await asked.catch((error: unknown) => {
    throw isNoJob(mapper, error)
      ? new ProviderError({ ...error.failure, isUnknownJob: true }, { cause: error })
      : error;
  });
  const state = mapped(call, () => mapper.stateIn(reply.body, { job, endpoint, credential }));
  if (state.kind !== 'failed') return state;
  return { ...state, failure: withoutSecrets(state.failure, Object.values(call.credential)) };
}

/** A page of a proxy says nothing of a job, whatever its status. */
function isNoJob(mapper: VideoMapper, error: unknown): error is ProviderError {
  if (!(error instanceof ProviderError)) return false;
  const { failure } = error;
  if (failure.isDocument !== true) return false;
  return NO_SUCH_JOB.has(failure.status) || mapper.knowsNoJob?.(failure) === true;
}

/** Whether a video can be looked up at its provider by our token. */
export function canFindVideo({
  family,
  endpoint,
}: Pick<ProviderCall, 'family' | 'endpoint'>): boolean {
  return family.video?.(endpoint)?.finder !== undefined;
}

/**
 * Looks a video up whose name was lost.
 * @param video.since before the video was asked for
 * @returns the provider's name of the video; null where the whole list does not hold the video
 * @throws ProviderError
 */
export async function findVideo(
  io: Io,
  call: ProviderCall,
  { token, since }: { token: string; since: Date },
): Promise<string | null> {
  const { finder } = mapperOf(call);
  if (finder === undefined) throw new TypeError('the provider has no list of videos');
  let path: string | null = finder.path(since);
  for (let pages = 0; path !== null; pages += 1) {
    if (pages === PAGES_MAX) throw new ProviderError(tooManyPages());
    const reply: JsonReply = await fetchJson(io, call, { path, timing: newTiming() });
    const trace = mapped(call, () => finder.traceIn(reply.body, { token, since }));
    if (trace.job !== null) return trace.job;
    path = trace.next;
  }
  return null;
}

function tooManyPages(): Failure {
  return toFailure('malformed', { status: 200, text: 'The list of videos does not end.' });
}

/**
 * Opens a video where its provider says that it lies. Each address on the way passes the guard, and
 * the credential goes to the provider's own host only: whatever a reply names may lead elsewhere.
 * @throws ProviderError
 */
export async function openVideo(
  io: Io,
  call: ProviderCall,
  source: VideoSource,
): Promise<VideoReply> {
  const timing = newTiming();
  try {
    let url = addressIn(source.url, call.endpoint.baseUrl);
    for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
      const outgoing = await outgoingTo(io, call, { url, from: source.from });
      const incoming = await send(io.wire, outgoing, timing);
      const next = redirectOf(incoming);
      if (next === null) return await replyOf(incoming, call, source.from);
      incoming.close();
      url = addressIn(next, url.href);
    }
    throw new MalformedReply('a video leads through too many addresses');
  } catch (error) {
    throw toProviderError(error, timing);
  }
}

/** A family that makes videos has the mapper; another one is refused earlier. */
function mapperOf({ family, endpoint }: ProviderCall): VideoMapper {
  const mapper = family.video?.(endpoint) ?? null;
  if (mapper === null) throw new TypeError('the family makes no videos');
  return mapper;
}

function addressIn(text: string, base: string): URL {
  // A whole address needs no base, which may hold a placeholder for a region.
  const url = URL.parse(text) ?? URL.parse(text, base);
  if (url === null) throw new MalformedReply('a video lies at no address');
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused('An address of a video must hold no user name.');
  }
  return url;
}

async function outgoingTo(
  { now }: Io,
  provider: ProviderCall,
  { url, from }: { url: URL; from: number },
): Promise<Parameters<typeof send>[1]> {
  const { credential, limits, signal } = provider;
  const headers = { accept: '*/*', ...(from === 0 ? {} : { range: `bytes=${from}-` }) };
  const plain: HttpCall = { method: 'GET', url: url.href, headers };
  const call = (await signedFor(provider, plain, now())) ?? plain;
  return { call, limits, signal, compressed: false, proxy: proxyOf(credential) };
}

/** The call with the credential, where it goes to a host that the credential is for. */
async function signedFor(
  provider: ProviderCall,
  plain: HttpCall,
  at: Date,
): Promise<HttpCall | null> {
  const { family, endpoint, credential } = provider;
  const { signFile } = mapperOf(provider);
  if (signFile !== undefined) return signFile(plain, credential, at);
  const isOwn = new URL(plain.url).origin === new URL(endpoint.baseUrl).origin;
  return isOwn ? family.sign(plain, credential, at) : null;
}

function redirectOf({ status, headers }: Incoming): string | null {
  return REDIRECTS.has(status) ? (headers['location'] ?? '') : null;
}

async function replyOf(
  incoming: Incoming,
  call: ProviderCall,
  wanted: number,
): Promise<VideoReply> {
  if (!isVideo(incoming.status, wanted)) {
    throw new ProviderError(ofLookup(await failureOf(incoming, call)));
  }
  const part = incoming.status === PARTIAL ? partIn(incoming) : null;
  if (part !== null && part.from !== wanted) {
    incoming.close();
    throw new MalformedReply('a video begins elsewhere than asked for');
  }
  const whole = part?.length ?? incoming.headers['content-length'] ?? '';
  return {
    from: part?.from ?? 0,
    length: LENGTH.test(whole) ? Number(whole) : null,
    read: () => nextPiece(incoming, call),
    close: () => incoming.close(),
  };
}

function isVideo(status: number, wanted: number): boolean {
  return status === 200 || (status === PARTIAL && wanted > 0);
}

function partIn({ headers }: Incoming): { from: number; length: string } {
  const [, from = 'none', length = ''] = RANGE.exec(headers['content-range'] ?? '') ?? [];
  return { from: Number(from), length };
}

async function nextPiece(incoming: Incoming, call: ProviderCall): Promise<Uint8Array | null> {
  incoming.deadline.wait(call.limits.idleMs, 'idle');
  try {
    const piece = await incoming.read();
    incoming.deadline.rest();
    return piece;
  } catch (error) {
    throw toProviderError(error, { dispatchedMs: 0, firstByteMs: 0 });
  }
}
