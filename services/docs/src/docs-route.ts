import { route } from '@tollgate/http/route';
import type { MountRoute } from '@tollgate/http/route';
import type { DocsCaller } from './deps.ts';

/** Pairs the definition of a route of the documentation with its handler. */
export const docsRoute: MountRoute<DocsCaller> = route;
