import * as access from './admin/access.ts';
import * as administratorTokens from './admin/administrator-tokens.ts';
import * as administrators from './admin/administrators.ts';
import * as aliases from './admin/aliases.ts';
import * as analytics from './admin/analytics.ts';
import * as attention from './admin/attention.ts';
import * as audit from './admin/audit.ts';
import * as auth from './admin/auth.ts';
import * as batches from './admin/batches.ts';
import * as configuration from './admin/configuration.ts';
import * as credentials from './admin/credentials.ts';
import * as credits from './admin/credits.ts';
import * as jobs from './admin/jobs.ts';
import * as keys from './admin/keys.ts';
import * as ledger from './admin/ledger.ts';
import * as losses from './admin/losses.ts';
import * as models from './admin/models.ts';
import * as onboarding from './admin/onboarding.ts';
import * as pricing from './admin/pricing.ts';
import * as quarantine from './admin/quarantine.ts';
import * as reconciliations from './admin/reconciliations.ts';
import * as requests from './admin/requests.ts';
import * as retention from './admin/retention.ts';
import * as setup from './admin/setup.ts';
import * as users from './admin/users.ts';
import * as vectorStores from './admin/vector-stores.ts';
import * as videos from './admin/videos.ts';
import * as webhooks from './admin/webhooks.ts';
import { definitionsIn } from './definitions.ts';

/** Every route of the platform plane. */
export const platformRoutes = definitionsIn([
  auth,
  setup,
  administrators,
  administratorTokens,
  users,
  keys,
  pricing,
  credits,
  ledger,
  losses,
  videos,
  batches,
  audit,
  onboarding,
  analytics,
  attention,
  requests,
  access,
  retention,
  quarantine,
  configuration,
  credentials,
  models,
  aliases,
  vectorStores,
  jobs,
  webhooks,
  reconciliations,
]);

/** A route of that plane. */
export type PlatformRoute = (typeof platformRoutes)[number];
