import type { Health } from '@tollgate/http/health';
import type { ServiceTokenVerifier } from '@tollgate/http/service-token';
import type { Logger } from '@tollgate/runtime/logger';
import type { Builds } from './builds.ts';

export interface ConsoleDeps {
  builds: Builds;
  verifier: ServiceTokenVerifier;
  health: Health;
  logger: Logger;
}

/** Nobody in particular, but from somewhere. */
export interface ConsoleCaller {
  plane: 'public' | 'internal';
}
