import { RuntimeConfig } from '@tollgate/contract/auth';
import { defineRoute } from '@tollgate/contract/route';
import { PASSWORD_CHARACTERS_MIN } from '@tollgate/contract/users';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';

/** The version that the interface description declares. */
const API_VERSION = '0.1.0';

/** `GET /api/runtime/config`. */
export const getRuntimeConfig = defineRoute({
  method: 'get',
  path: '/api/runtime/config',
  auth: 'none',
  summary: 'What a browser needs to know before anybody has logged in',
  status: 200,
  response: RuntimeConfig,
});

/** Shows a fixed list of facts; nothing of the environment passes through. */
export const handleGetRuntimeConfig =
  ({ settings }: AccountDeps): Handler<typeof getRuntimeConfig> =>
  () => ({
    product: 'Tollgate',
    api_version: API_VERSION,
    inference_path: '/v1',
    docs_path: '/api/docs',
    openapi_path: '/api/openapi.json',
    password_characters_min: String(PASSWORD_CHARACTERS_MIN),
    setup_token_required: settings.setup.kind !== 'open',
  });
