import * as auth from './account/auth.ts';
import * as batches from './account/batches.ts';
import * as credits from './account/credits.ts';
import * as keys from './account/keys.ts';
import * as me from './account/me.ts';
import * as models from './account/models.ts';
import * as onboarding from './account/onboarding.ts';
import * as operations from './account/operations.ts';
import * as requests from './account/requests.ts';
import * as runtime from './account/runtime.ts';
import * as sessions from './account/sessions.ts';
import * as setup from './account/setup.ts';
import * as usage from './account/usage.ts';
import * as vectorStores from './account/vector-stores.ts';
import * as videos from './account/videos.ts';
import * as webhooks from './account/webhooks.ts';
import { definitionsIn } from './definitions.ts';

/** Every route of the user's plane. */
export const userRoutes = definitionsIn([
  runtime,
  setup,
  auth,
  onboarding,
  me,
  sessions,
  keys,
  models,
  vectorStores,
  credits,
  webhooks,
  usage,
  requests,
  operations,
  videos,
  batches,
]);

/** A route of that plane. */
export type UserRoute = (typeof userRoutes)[number];
