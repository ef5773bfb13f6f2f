import { route } from '@tollgate/http/route';
import type { MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';

/** Pairs the definition of a route of signed-in users with its handler. */
export const userRoute: MountRoute<UserCaller> = route;
