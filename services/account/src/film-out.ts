import type { FilmOut } from '@tollgate/contract/films';
import { formatCredits } from '@tollgate/money/credits';
import type { FilmOfUser } from '@tollgate/requests/videos/film-of-user-queries';
import { encodeId } from '@tollgate/runtime/ids';

const WHOLE = 100;

/** A film as its owner is told of it. */
export function filmOut(film: FilmOfUser): FilmOut {
  const { id, terms, finishedAt, errorCode } = film;
  const isOpen = finishedAt === null;
  return {
    id: encodeId('vid', id),
    state: stateOf(film),
    progress: film.state === 'completed' ? WHOLE : (film.percent ?? 0),
    mode: film.mode,
    model: film.model,
    api_key_id: encodeId('key', film.apiKeyId),
    request_id: film.requestId,
    // The record of a film has the film's own id.
    public_id: isOpen ? null : encodeId('req', id),
    seconds: terms.seconds,
    resolution: terms.resolution,
    aspect_ratio: terms.aspectRatio,
    generate_audio: terms.sound,
    error: errorCode === null ? null : { code: errorCode, message: film.errorMessage ?? '' },
    held: isOpen ? creditsIn(film.heldNano) : null,
    charged: creditsIn(film.chargedNano),
    file: fileOut(film),
    created_at: film.createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

/** Nobody is told that it is not known how a film stands: it goes on. */
function stateOf({ state }: FilmOfUser): FilmOut['state'] {
  return state === 'submitting' || state === 'working' || state === 'indeterminate'
    ? 'in_progress'
    : state;
}

function fileOut(film: FilmOfUser): FilmOut['file'] {
  const { isKept, mediaBytes, mediaFacts, expiresAt } = film;
  if (!isKept || mediaBytes === null) return null;
  return {
    bytes: Number(mediaBytes),
    seconds: mediaFacts?.seconds ?? null,
    width: mediaFacts?.width ?? null,
    height: mediaFacts?.height ?? null,
    kept_until: expiresAt?.toISOString() ?? null,
  };
}

function creditsIn(nano: string | null): string | null {
  return nano === null ? null : formatCredits(BigInt(nano));
}
