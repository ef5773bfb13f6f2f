import type { MountedRoute } from '@tollgate/http/route';
import type { BillingDeps } from '../../deps.ts';
import { handleBookLosses } from './book.ts';
import { handleListLosses } from './list.ts';

/** The routes of `routes/losses`, in the order in which they are matched. */
export const lossRoutes = (deps: BillingDeps): MountedRoute[] => [
  handleBookLosses(deps),
  handleListLosses(deps),
];
