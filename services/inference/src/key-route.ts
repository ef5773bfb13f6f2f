import { route } from '@tollgate/http/route';
import type { MountRoute } from '@tollgate/http/route';
import type { Caller } from '@tollgate/inference/caller/caller';

/** Pairs the definition of a route of API keys with its handler. */
export const keyRoute: MountRoute<Caller> = route;
