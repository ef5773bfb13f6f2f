import { getRuntimeConfig } from '@tollgate/contract/routes/account/runtime';
import { PASSWORD_CHARACTERS_MIN } from '@tollgate/contract/password-rules';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';

/** The version that the interface description declares. */
const API_VERSION = '0.1.0';

/** Shows a fixed list of facts; nothing of the environment passes through. */
export const handleGetRuntimeConfig = ({ settings }: AccountDeps): MountedRoute =>
  route(getRuntimeConfig, () => ({
    product: 'Tollgate',
    api_version: API_VERSION,
    inference_path: '/v1',
    docs_path: '/api/docs',
    openapi_path: '/api/openapi.json',
    password_characters_min: String(PASSWORD_CHARACTERS_MIN),
    setup_token_required: settings.setup.kind !== 'open',
  }));
