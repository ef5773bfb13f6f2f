import { openCredential } from '@tollgate/catalog/credential-secret';
import type { MasterKey } from '@tollgate/catalog/sealing';
import type { CatalogCredential } from '@tollgate/catalog/snapshot';
import type { FilmCall, FilmState } from '@tollgate/providers/film-wire';
import { canFindFilm } from '@tollgate/providers/film-caller';
import type { FilmReply } from '@tollgate/providers/film-caller';
import type { ProviderCall, ProviderCaller } from '@tollgate/providers/provider-caller';
import type { Timers } from '@tollgate/runtime/timers';
import type { Way } from '../resolve.ts';

/** Where a film is made, and with which credential. */
export type FilmWay = Pick<Way, 'family' | 'target' | 'credential'>;

/** The provider side of films, credential and wire included. Failures are thrown as `ProviderError`. */
export interface Films {
  /** @returns the provider's name of the film */
  begin(way: FilmWay, film: FilmCall): Promise<string>;
  state(way: FilmWay, job: string): Promise<FilmState>;
  /** Whether a film whose name was lost can be looked up at its provider. */
  canFind(way: FilmWay): boolean;
  /** Looks a film up by our token. @returns null where the provider's list does not hold the film */
  find(way: FilmWay, film: { token: string; since: Date }): Promise<string | null>;
  /** Opens the file from a byte on. @param film for families that make films by themselves */
  open(way: FilmWay, place: { url: string; from: number; film: FilmCall }): Promise<FilmReply>;
}

export interface FilmsDeps {
  caller: ProviderCaller;
  masterKey: MasterKey;
  timers: Timers;
}

/** What a family that needs no provider says of its films. */
const LOCAL_JOB = 'local';

/** Has films made by real providers, and by the sandbox in this process. */
export function createFilms(deps: FilmsDeps): Films {
  const { caller } = deps;
  return {
    async begin(way, film) {
      if (way.family.local !== undefined) return LOCAL_JOB;
      return caller.beginFilm(callOf(deps, way), film);
    },
    async state(way, job) {
      if (way.family.local !== undefined) return { kind: 'made', url: LOCAL_JOB };
      return caller.filmState(callOf(deps, way), job);
    },
    canFind: ({ family, target, credential }) =>
      credential !== null && canFindFilm({ family, target }),
    find: (way, film) => caller.findFilm(callOf(deps, way), film),
    async open(way, { url, from, film }) {
      const { local } = way.family;
      if (local !== undefined) return localReply(local.film.make(film), from);
      return caller.openFilm(callOf(deps, way), { url, from });
    },
  };
}

function callOf({ masterKey, timers }: FilmsDeps, way: FilmWay): ProviderCall {
  const { family, target, credential } = way;
  if (credential === null) throw new TypeError('a provider call needs a credential');
  const { firstByteReasoning: firstByteMs, streamIdle: idleMs, callTotal: totalMs } = timers;
  return {
    family,
    target,
    credential: openCredential(masterKey, credential satisfies CatalogCredential),
    limits: { firstByteMs, idleMs, totalMs },
    signal: AbortSignal.timeout(totalMs),
  };
}

function localReply(file: Buffer, from: number): FilmReply {
  let rest: Buffer | null = file.subarray(from);
  return {
    from,
    length: file.length,
    read: () => {
      const piece = rest;
      rest = null;
      return Promise.resolve(piece);
    },
    close: () => undefined,
  };
}
