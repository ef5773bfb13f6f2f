import type { Billing } from '@tollgate/billing-client/billing-client';
import type { CredentialDeps } from '@tollgate/catalog/credentials';
import type { PublicPriceList } from '@tollgate/catalog/fetched-prices';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import type { Knex } from '@tollgate/db/connect';
import type { Health } from '@tollgate/http/health';
import type { Handler, RouteContext } from '@tollgate/http/route';
import type { ServedRequest } from '@tollgate/http/serve';
import type { ServiceTokenVerifier } from '@tollgate/http/service-token';
import type { AdministratorCaller } from '@tollgate/identity/administrator-sessions';
import type { BrowserSettings } from '@tollgate/identity/config';
import type { Passwords } from '@tollgate/identity/password-hashing';
import type { LoginThrottle } from '@tollgate/identity/throttle';
import type { Pepper } from '@tollgate/keys/secret';
import type { AccessTokens } from '@tollgate/identity/tokens';
import type { RouteDefinition } from '@tollgate/contract/route';
import type { WebhookDeps } from '@tollgate/webhooks/deps';
import type { Logger } from '@tollgate/runtime/logger';
import type { JobQueues } from './job-queues.ts';
import type { OidcProvider } from './oidc/provider.ts';
import type { SignInSeal } from './oidc/sign-in-seal.ts';

export interface AdminDeps {
  db: Knex;
  /** The small pool of heavy queries. */
  reports: Knex;
  /** Wakes the replicas that cache keys, users and the catalogue. */
  redis: { publish(channel: string, message: string): Promise<unknown> };
  jobs: JobQueues;
  billing: Pick<
    Billing,
    | 'reservations'
    | 'wallet'
    | 'wallets'
    | 'grants'
    | 'entries'
    | 'allEntries'
    | 'operationEntries'
    | 'createGrant'
    | 'revokeGrant'
    | 'verifyLedger'
    | 'losses'
    | 'standing'
  >;
  /** The master key and the client of providers. */
  credentials: CredentialDeps;
  /** A provider's public list of prices; null where none is configured. */
  priceList: PublicPriceList | null;
  passwords: Passwords;
  throttle: LoginThrottle;
  /** Sign-in through an OpenID provider; null where none is configured. */
  oidc: { provider: OidcProvider; seal: SignInSeal; throttle: LoginThrottle } | null;
  /** The set-up of the first administrator; without a token it is closed. */
  setup: { token: string | undefined; throttle: LoginThrottle };
  tokens: AccessTokens;
  /** The pepper of key digests. */
  pepper: Pepper;
  webhooks: WebhookDeps;
  settings: BrowserSettings;
  /** Where users reach the installation; undefined where nobody has said so. */
  usersOrigin: string | undefined;
  /** What the platform decides about the paid routes, which contracts of models say. */
  routes: RouteSettings;
  verifier: ServiceTokenVerifier;
  health: Health;
  logger: Logger;
  /** Called for each answered request. */
  served: (event: ServedRequest) => void;
  now: () => Date;
}

/** What a handler of the platform plane knows besides its input. */
export type AdminContext = RouteContext<AdministratorCaller> & {
  /** The lease of the configuration that the request of a leased route names. */
  readonly lease?: string;
};

/** What answers a route of the platform plane. */
export type AdminHandler<R extends RouteDefinition> = Handler<R, AdministratorCaller>;
