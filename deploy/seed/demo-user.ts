import type { AuthOut, SetupStatus } from '@tollgate/contract/auth';
import type { ApiKeyCreated } from '@tollgate/contract/keys';
import type { PlatformCreditGrantOut } from '@tollgate/contract/platform/credits';
import type { StackKeys } from '../local/keys.ts';
import { ApiError, type Api } from './api.ts';

/** Credits of the demo user when nothing else is said. */
export const DEMO_CREDITS = '100';
const GRANT_KEY = 'demo-credits';

/** The demo user, signed in. */
export interface DemoUser {
  id: string;
  /** The public listener with the user's token. */
  api: Api;
}

/** Sets the installation up for the demo user, or signs that user in when it is. */
export async function signInDemoUser(open: Api, keys: StackKeys): Promise<DemoUser> {
  const { email, password } = keys.user;
  const status = await open.get<SetupStatus>('/api/setup/status');
  const answer = status.setup_required
    ? await open.send<AuthOut>('POST', '/api/setup', {
        body: { email, password, name: 'Demo user', setup_token: keys.setupToken },
      })
    : await open.send<AuthOut>('POST', '/api/auth/login', { body: { email, password } });
  return { id: answer.user.id, api: open.as(answer.access_token) };
}

/** Gives the demo user its credits, once in the life of the installation. */
export async function grantDemoCredits(
  platform: Api,
  userId: string,
  credits: string,
): Promise<void> {
  const path = `/api/platform/users/${userId}/credit-grants`;
  const grants = await platform.get<PlatformCreditGrantOut[]>(path);
  if (grants.length > 0) return;
  await platform.send('POST', path, {
    headers: { 'Idempotency-Key': GRANT_KEY },
    body: { amount: credits, reason: 'Demo' },
  });
}

async function works(open: Api, secret: string): Promise<boolean> {
  try {
    await open.as(secret).get('/v1/models');
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}

/** The remembered key while it works, otherwise a new one. */
export async function keepOrCreateKey(
  { open, user }: { open: Api; user: DemoUser },
  mode: 'live' | 'test',
  remembered: string | undefined,
): Promise<string> {
  if (remembered !== undefined && (await works(open, remembered))) return remembered;
  const created = await user.api.send<ApiKeyCreated>('POST', '/api/keys', {
    body: { name: `Demo ${mode} key`, mode },
  });
  return created.secret;
}
