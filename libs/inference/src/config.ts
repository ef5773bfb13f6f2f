import { proxyVariables } from '@tollgate/providers/engine/proxy-variables';
import { Type } from 'typebox';
import type { Static, TObject } from 'typebox';

/** The variables of a service that runs paid calls. */
export const engineVariables = {
  CREDENTIAL_MASTER_KEY: Type.String({
    secret: 'key-ring',
    minLength: 1,
    description: 'versioned master keys, JSON',
  }),
  REASONING_KEY: Type.String({
    secret: 'key-ring',
    minLength: 1,
    description:
      'versioned keys that reasoning items of callers are sealed with, and names that they choose for providers are hashed with, JSON',
  }),
  SPOOL_DIR: Type.String({ minLength: 1, description: 'folder of the settlement spool' }),
  ALLOWED_PRIVATE_UPSTREAMS: Type.String({
    default: '',
    description: 'host:port list that provider addresses may use although they are private',
  }),
  ...proxyVariables,
};

/** The values of these variables. */
export type EngineConfig = Readonly<Static<TObject<typeof engineVariables>>>;
