import type { Billing } from '@tollgate/billing-client/billing-client';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import type { Knex } from '@tollgate/db/connect';
import type { Health } from '@tollgate/http/health';
import type { ServedRequest } from '@tollgate/http/serve';
import type { ServiceTokenVerifier } from '@tollgate/http/service-token';
import type { BrowserSettings } from '@tollgate/identity/config';
import type { Passwords } from '@tollgate/identity/password-hashing';
import type { LoginThrottle } from '@tollgate/identity/throttle';
import type { AccessTokens } from '@tollgate/identity/tokens';
import type { Pepper } from '@tollgate/keys/secret';
import type { WebhookDeps } from '@tollgate/webhooks/deps';
import type { Logger } from '@tollgate/runtime/logger';

export interface AccountDeps {
  db: Knex;
  /** The small pool of heavy queries. */
  reports: Knex;
  /** Wakes the replicas that cache keys and users. */
  redis: { publish(channel: string, message: string): Promise<unknown> };
  billing: Pick<Billing, 'wallet' | 'grants' | 'entries' | 'openHolds'>;
  passwords: Passwords;
  throttle: LoginThrottle;
  tokens: AccessTokens;
  /** The pepper of key digests. */
  pepper: Pepper;
  webhooks: WebhookDeps;
  settings: AccountSettings;
  /** What the platform decides about the paid routes, which contracts of models say. */
  routes: RouteSettings;
  verifier: ServiceTokenVerifier;
  health: Health;
  logger: Logger;
  /** Called for each answered request. */
  served: (event: ServedRequest) => void;
}

/** What the installation has decided. */
export interface AccountSettings extends BrowserSettings {
  setup: SetupPolicy;
}

/**
 * Who may make the first account. `closed`: a token is needed and the service has none, so nobody
 * may.
 */
export type SetupPolicy = { kind: 'open' } | { kind: 'token'; token: string } | { kind: 'closed' };

/**
 * The policy that follows from the environment: production needs a token, elsewhere one is needed
 * only if it is set.
 */
export function setupPolicyOf(nodeEnv: string, token: string | undefined): SetupPolicy {
  if (token !== undefined) return { kind: 'token', token };
  return nodeEnv === 'production' ? { kind: 'closed' } : { kind: 'open' };
}
