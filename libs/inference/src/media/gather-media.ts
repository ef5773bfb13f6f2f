import { GatewayError } from '@tollgate/contract/error-codes';
import { FETCHES_MAX, FetchRefused } from '@tollgate/providers/engine/media-fetcher';
import type {
  FetchedFile,
  MediaFetcher,
  MediaRequest,
  MediaSession,
} from '@tollgate/providers/engine/media-fetcher';
import type { Addressed, FetchedPart } from '@tollgate/structure/addresses';
import type { Caller } from '../caller/caller.ts';
import { resolve } from '../catalogue/resolve.ts';
import type { ResolveDeps, Target } from '../catalogue/resolve.ts';

/**
 * How pictures and documents that are given as addresses are found in the requests of one route,
 * and put in.
 */
export interface AddressedParts<Request> {
  find(request: Request): readonly Addressed[];
  fill(request: Request, fetched: ReadonlyMap<string, FetchedPart>): Request;
}

const DOCUMENTS: ReadonlySet<string> = new Set(['application/pdf', 'text/plain']);
const ADVICE = 'Send the data itself, in base64.';

/**
 * The request with pictures and documents instead of their addresses, unless every target's
 * provider fetches them itself. Everything is checked and fetched before anything is held;
 * addresses that nobody may be sent to are refused for every target.
 * @throws GatewayError 400 with the part as its parameter, or 503 when too much is being fetched
 */
export async function gatherMedia<Request extends { model: string }>(
  deps: ResolveDeps & { mediaFetcher: MediaFetcher },
  parts: AddressedParts<Request> | undefined,
  { request, caller, media: wishes }: GatheredFor<Request>,
): Promise<Request> {
  const found = parts?.find(request) ?? [];
  if (parts === undefined || found.length === 0) return request;
  const { mediaFetcher: media } = deps;
  assertPublicAddresses(media, found);
  const { targets, contract } = resolve(deps, caller, request.model);
  const sees = contract.parameters['image_input']?.supported === true;
  // A picture that nobody looks at is refused by its name, or stays behind, without being fetched;
  // a document may be a text.
  const wanted = found.filter(
    ({ kind }) => (sees || kind !== 'image') && !fetchedForAll(targets, kind),
  );
  return fetchedParts(media, parts, {
    request,
    ownerId: caller.key.ownerId,
    wanted,
    ...(wishes === undefined ? {} : { media: wishes }),
  });
}

/** A call while its files are gathered. */
export interface GatheredCall extends MediaRequest {
  /** The call waits for other servers, and does no work of ours. */
  waits?(): void;
  /** The call goes on. */
  goesOn?(): void;
}

interface GatheredFor<Request> {
  request: Request;
  caller: Caller;
  media?: GatheredCall;
}

/**
 * Refuses addresses that nobody may be sent to, whoever would fetch them.
 * @throws GatewayError 400 with the part as its parameter
 */
export function assertPublicAddresses(media: MediaFetcher, found: readonly Addressed[]): void {
  for (const one of found) reported(one, () => media.assertPublic(one.url));
}

/** Whether the provider of every target fetches addresses itself. */
export function fetchedForAll(
  targets: readonly Pick<Target, 'family' | 'endpoint'>[],
  kind: Addressed['kind'],
): boolean {
  return targets.every(({ family, endpoint }) => family.fetches?.(kind, endpoint) === true);
}

/**
 * The request with the fetched content instead of the wanted addresses.
 * @throws GatewayError 400 with the part as its parameter, or 503 when too much is being fetched
 */
export async function fetchedParts<Request>(
  media: MediaFetcher,
  parts: AddressedParts<Request>,
  { request, ownerId, wanted, media: wishes = {} }: FetchedFor<Request>,
): Promise<Request> {
  const [first] = wanted;
  if (first === undefined) return request;
  if (!media.isOn) throw refused(first, 'addresses are not fetched in this installation');
  const oneTooMany = wanted[FETCHES_MAX];
  if (oneTooMany !== undefined) {
    throw refused(oneTooMany, `a request may name ${FETCHES_MAX} addresses at most`);
  }
  try {
    const work = async (session: MediaSession): Promise<Map<string, FetchedPart>> => {
      wishes.waits?.();
      return await fetchAll(session, wanted);
    };
    const fetched = await media.run(ownerId, work, wishes);
    return parts.fill(request, fetched);
  } catch (error) {
    throw error instanceof FetchRefused ? busy(error) : error;
  } finally {
    wishes.goesOn?.();
  }
}

interface FetchedFor<Request> {
  request: Request;
  ownerId: string;
  wanted: readonly Addressed[];
  media?: GatheredCall;
}

/** One behind the other, so that a request takes no more room than its limits say. */
async function fetchAll(
  session: MediaSession,
  wanted: readonly Addressed[],
): Promise<Map<string, FetchedPart>> {
  const fetched = new Map<string, FetchedPart>();
  for (const one of wanted) {
    const file = await session.fetch(one.url).catch((error: unknown) => {
      // Too much that is held is no fault of this address.
      if (error instanceof FetchRefused && error.busy) throw error;
      throw error instanceof FetchRefused ? refused(one, error.message, error) : error;
    });
    if (!fits(one, file)) {
      throw refused(
        one,
        `the address holds no ${one.kind === 'image' ? 'picture' : 'PDF or text'}`,
      );
    }
    fetched.set(one.path, { type: file.type, base64: file.bytes.toString('base64') });
  }
  return fetched;
}

function fits({ kind }: Addressed, { type }: FetchedFile): boolean {
  return kind === 'image' ? type.startsWith('image/') : DOCUMENTS.has(type);
}

function reported(one: Addressed, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof FetchRefused ? refused(one, error.message, error) : error;
  }
}

function refused({ path }: Addressed, words: string, cause?: unknown): GatewayError {
  const message = `${path} cannot be fetched: ${words}. ${ADVICE}`;
  return new GatewayError('invalid_request', message, { param: path, cause });
}

function busy(error: FetchRefused): GatewayError {
  return new GatewayError('overloaded', `Try again in a moment: ${error.message}.`, {
    retryAfterSeconds: 1,
    cause: error,
  });
}
