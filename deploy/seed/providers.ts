import { setTimeout as sleep } from 'node:timers/promises';
import type {
  ProviderCredentialOut,
  ProviderFamilyOut,
} from '@tollgate/contract/platform/credentials';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { Api } from './api.ts';

const DEMO_PREFIX = 'demo';
const DEMO_SECRET = 'demo-provider-key';
const VISIBLE_TIMEOUT_MS = 15_000;
const POLL_MS = 200;

/** Limits for demo models whose family does not know them, by name. */
const DEMO_LIMITS: Record<string, number> = {
  context_tokens: 128_000,
  output_tokens: 16_384,
  inputs: 256,
};

/** Rules of demo models that no family knows, by name. */
const DEMO_PARAMETERS: readonly [RegExp, object][] = [
  [
    /reason/u,
    {
      reasoning_effort: {
        supported: true,
        values: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
      },
    },
  ],
];

/** Credits per million tokens; `request` is per call. */
const DEMO_PRICES: Record<string, string> = {
  input: '0.5',
  cache_read: '0.05',
  cache_write: '0.6',
  output: '1.5',
  reasoning: '1.5',
  request: '0.0001',
};
/** Credits for a second of any video. */
const DEMO_SECOND_PRICE = '0.02';

/**
 * What a provider's variable registers: a family, and for compatible providers prefix and address.
 */
interface ProviderVariable {
  family: string;
  provider?: string;
  base_url?: string;
}

const compatible = (provider: string, base_url: string): ProviderVariable => ({
  family: 'openai-compatible',
  provider,
  base_url,
});

/**
 * Providers whose credential is registered when the environment holds it and the gateway knows the
 * family.
 */
const PROVIDER_VARIABLES: Record<string, ProviderVariable> = {
  OPENAI_API_KEY: { family: 'openai' },
  ANTHROPIC_API_KEY: { family: 'anthropic' },
  GEMINI_API_KEY: { family: 'google' },
  GROQ_API_KEY: compatible('groq', 'https://api.groq.com/openai/v1'),
  MISTRAL_API_KEY: compatible('mistral', 'https://api.mistral.ai/v1'),
  XAI_API_KEY: compatible('xai', 'https://api.x.ai/v1'),
  DEEPSEEK_API_KEY: { family: 'deepseek' },
  ELEVENLABS_API_KEY: { family: 'elevenlabs' },
  OPENROUTER_API_KEY: compatible('openrouter', 'https://openrouter.ai/api/v1'),
};

interface Wanted {
  family: ProviderFamilyOut;
  name: string;
  secret: string;
  /** For families that have no prefix and no address of their own. */
  provider?: string;
  base_url?: string;
}

function credentialOf({ family, secret }: Wanted): Record<string, string> {
  const properties = (family.credential_schema['properties'] ?? {}) as Record<string, object>;
  const [field = 'api_key'] = Object.entries(properties).flatMap(([name, schema]) =>
    'secret' in schema && schema.secret === true ? [name] : [],
  );
  return { [field]: secret };
}

/**
 * Creates the credential, or brings an existing one of that name to the wanted address and secret.
 */
async function ensureCredential(platform: Api, wanted: Wanted): Promise<string> {
  const path = '/api/platform/provider-credentials';
  const credential = credentialOf(wanted);
  const all = await platform.get<ProviderCredentialOut[]>(path);
  const found = all.find((one) => one.family === wanted.family.id && one.name === wanted.name);
  if (found === undefined) {
    const { family, name, provider, base_url } = wanted;
    const body = { family: family.id, name, provider, base_url, credential };
    return (await platform.send<ProviderCredentialOut>('POST', path, { body })).id;
  }
  const moved = wanted.base_url !== undefined && found.base_url !== wanted.base_url;
  const renewed = found.last4 !== '' && !wanted.secret.endsWith(found.last4);
  if (moved || renewed) {
    const body = { credential, ...(moved ? { base_url: wanted.base_url } : {}) };
    await platform.send('PATCH', `${path}/${found.id}`, { body });
  }
  return found.id;
}

const sync = (platform: Api, credentialId: string): Promise<unknown> =>
  platform.send('POST', `/api/platform/provider-credentials/${credentialId}/sync-models`);

const pick = <Value>(values: Record<string, Value>, names: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

async function publish(platform: Api, model: PlatformModelOut): Promise<void> {
  const path = `/api/platform/models/${model.id}`;
  if (model.state === 'discovered') {
    const limits = pick(DEMO_LIMITS, model.missing_limits);
    const parameters = DEMO_PARAMETERS.find(([names]) => names.test(model.public_id))?.[1] ?? {};
    const body = { limits, parameters, reason: 'Demo' };
    await platform.send('POST', `${path}/approval`, { body });
  }
  if (model.price === null) {
    const seconds = model.dimensions.filter((name) => name.startsWith('second_'));
    const videos = Object.fromEntries(seconds.map((name) => [name, DEMO_SECOND_PRICE]));
    const prices = { ...pick(DEMO_PRICES, model.dimensions), ...videos };
    await platform.send('POST', `${path}/prices`, { body: { prices } });
  }
}

/** The providers that the fake one plays: one that answers, and one that makes videos. */
const DEMO_PROVIDERS = {
  chat: { name: 'Demo provider', provider: DEMO_PREFIX, path: '/v1', models: /./u },
  videos: { name: 'Demo videos', provider: 'demo-videos', path: '/sora/v1', models: /sora/u },
};

/** Registers one of the fake provider's sides, and approves and prices what it offers. */
export async function seedDemoProvider(
  platform: Api,
  providerUrl: string,
  side: keyof typeof DEMO_PROVIDERS = 'chat',
): Promise<void> {
  const { name, provider, path: prefix, models } = DEMO_PROVIDERS[side];
  const families = await platform.get<ProviderFamilyOut[]>('/api/platform/provider-families');
  const family = families.find(({ id }) => id === 'openai-compatible');
  if (family === undefined) throw new Error('The gateway has no family openai-compatible.');
  const base_url = providerUrl + prefix;
  const wanted = { family, name, provider, base_url, secret: DEMO_SECRET };
  await sync(platform, await ensureCredential(platform, wanted));
  const path = `/api/platform/models?provider=${provider}`;
  for (const model of await platform.get<PlatformModelOut[]>(path)) {
    if (models.test(model.public_id)) await publish(platform, model);
  }
}

/**
 * Registers the credentials of real providers that the environment holds and fetches their models,
 * which wait for approval. A provider that cannot be reached is reported and left out.
 */
export async function seedProvidersOf(
  platform: Api,
  env: Record<string, string | undefined>,
  log: (line: string) => void,
): Promise<void> {
  const families = await platform.get<ProviderFamilyOut[]>('/api/platform/provider-families');
  for (const [variable, known] of Object.entries(PROVIDER_VARIABLES)) {
    const secret = env[variable];
    const family = families.find((one) => one.id === known.family);
    if (secret === undefined || secret === '' || family === undefined) continue;
    try {
      const wanted = { ...known, family, name: variable, secret };
      await sync(platform, await ensureCredential(platform, wanted));
      log(`${variable}: registered; its models wait for approval.`);
    } catch (error) {
      log(`${variable}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Waits until a key sees a demo model that chats; gives its id. */
export async function awaitDemoModel(caller: Api): Promise<string> {
  const deadline = Date.now() + VISIBLE_TIMEOUT_MS;
  for (;;) {
    const { data } = await caller.get<{ data: Array<{ id: string; capability?: string }> }>(
      '/v1/models',
    );
    const models = data.filter(({ id }) => id.startsWith(`${DEMO_PREFIX}/`)).map(({ id }) => id);
    const chat = models.filter((id) => !id.includes('embed')).sort();
    if (chat[0] !== undefined) return chat[0];
    if (Date.now() > deadline) throw new Error('No demo model became callable in time.');
    await sleep(POLL_MS);
  }
}
