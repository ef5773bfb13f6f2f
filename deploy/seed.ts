import type { PlatformAuthOut } from '@tollgate/contract/platform/auth';
import { loadKeys, type StackKeys } from './local/keys.ts';
import { ApiError, createApi, type Api } from './seed/api.ts';
import { readDemoEnv, writeDemoEnv, type DemoEnv } from './seed/demo-env.ts';
import {
  DEMO_CREDITS,
  grantDemoCredits,
  keepOrCreateKey,
  signInDemoUser,
} from './seed/demo-user.ts';
import { awaitDemoModel, seedDemoProvider, seedProvidersOf } from './seed/providers.ts';

/** What to seed and where. */
export interface SeedInput {
  stateDir: string;
  /** Base URLs of the running stack: `public`, `internal` and `provider`. */
  urls: Record<string, string>;
  /** Variables such as OPENAI_API_KEY of providers to register as well. */
  providerKeys: Record<string, string | undefined>;
  /** Also seed models that make videos. */
  videos?: boolean;
  /** What the demo user is given, in credits; default {@link DEMO_CREDITS}. */
  credits?: string;
  log: (line: string) => void;
}

async function signInAdministrator(internal: Api, keys: StackKeys): Promise<Api> {
  const body = { email: keys.admin.email, password: keys.admin.password };
  const path = '/api/platform/auth/login';
  const answer = await internal.send<PlatformAuthOut>('POST', path, { body });
  return internal.as(answer.access_token);
}

const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

const isComplete = (values: Partial<DemoEnv>): values is DemoEnv =>
  values.TOLLGATE_API_KEY !== undefined && values.TOLLGATE_MODEL !== undefined;

async function seedSignedIn(
  { stateDir, urls, providerKeys, videos = false, credits = DEMO_CREDITS, log }: SeedInput,
  { keys, remembered }: { keys: StackKeys; remembered: Partial<DemoEnv> },
): Promise<DemoEnv> {
  const open = createApi(urls['public'] ?? '');
  const platform = await signInAdministrator(createApi(urls['internal'] ?? ''), keys);
  const user = await signInDemoUser(open, keys);
  await grantDemoCredits(platform, user.id, credits);
  if (urls['provider'] !== undefined) {
    await seedDemoProvider(platform, urls['provider']);
    if (videos) await seedDemoProvider(platform, urls['provider'], 'videos');
  }
  await seedProvidersOf(platform, providerKeys, log);
  const apiKey = await keepOrCreateKey({ open, user }, 'live', remembered.TOLLGATE_API_KEY);
  const testKey = await keepOrCreateKey({ open, user }, 'test', remembered.TOLLGATE_TEST_KEY);
  const values: DemoEnv = {
    TOLLGATE_BASE_URL: `${urls['public']}/v1`,
    TOLLGATE_ADMIN_URL: urls['internal'] ?? '',
    TOLLGATE_API_KEY: apiKey,
    TOLLGATE_TEST_KEY: testKey,
    TOLLGATE_MODEL: await awaitDemoModel(open.as(apiKey)),
    TOLLGATE_USER_EMAIL: keys.user.email,
    TOLLGATE_USER_PASSWORD: keys.user.password,
    TOLLGATE_ADMIN_EMAIL: keys.admin.email,
    TOLLGATE_ADMIN_PASSWORD: keys.admin.password,
  };
  await writeDemoEnv(stateDir, values);
  return values;
}

/**
 * Brings the demo into the running stack through its HTTP API alone: a user with credits and keys,
 * the fake provider with priced models, and the providers whose keys the environment holds. What is
 * there already stays. Writes `demo.env` and gives its values; throws when a step fails. When
 * somebody has changed the demo's passwords, gives the values of the last seed.
 */
export async function seed(input: SeedInput): Promise<DemoEnv> {
  const keys = await loadKeys(input.stateDir);
  const remembered = await readDemoEnv(input.stateDir);
  try {
    return await seedSignedIn(input, { keys, remembered });
  } catch (error) {
    if (!isRefused(error) || !isComplete(remembered)) throw error;
    input.log('The passwords of the demo were changed; what was seeded before is left as it is.');
    return remembered;
  }
}
