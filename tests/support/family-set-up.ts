import { dimensionsOfTool } from '@tollgate/contract/priced-dimensions';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import type { Answer, Demo } from './demo.ts';

/** One family as an administrator sets it up, spoken to the fake provider over its own wire. */
export interface FamilySetUp {
  family: string;
  /** Where the family has no prefix of its own. */
  provider?: string;
  credential: Record<string, string>;
  /** Behind the fake provider's address, or that of `origin`. */
  path: string;
  /** Another provider than the fake one. */
  origin?: string;
  /** The proxy of the credential. */
  proxyUrl?: string;
  /** Models of the list that the fake provider gives. */
  models: readonly string[];
  /** Prices that its models may have beside those of their dimensions, by what they name. */
  prices?: Readonly<Record<string, string>>;
}

/** The families that the fake provider speaks, as most tests set them up. */
export const ANTHROPIC: Omit<FamilySetUp, 'models'> = {
  family: 'anthropic',
  credential: { api_key: 'anthropic-key' },
  path: '',
};
export const GOOGLE: Omit<FamilySetUp, 'models'> = {
  family: 'google',
  credential: { api_key: 'google-key' },
  path: '/v1beta',
};
export const BEDROCK: Omit<FamilySetUp, 'models'> = {
  family: 'bedrock',
  credential: {
    region: 'us-east-1',
    access_key_id: 'AKIAFAKEFAKEFAKEFAKE',
    secret_access_key: 'fake-secret-access-key-of-forty-letters-1',
  },
  path: '',
};
export const OPENAI: Omit<FamilySetUp, 'models'> = {
  family: 'openai',
  credential: { api_key: 'openai-key' },
  path: '/openai/v1',
};

/** ElevenLabs, whose models read aloud by the character and write audio down by the second. */
export const ELEVENLABS: Omit<FamilySetUp, 'models'> = {
  family: 'elevenlabs',
  credential: { api_key: 'elevenlabs-key' },
  path: '/elevenlabs/v1',
};

/** A provider whose models of public weights make images that are billed by the piece. */
export const PICTURES: Omit<FamilySetUp, 'models'> = {
  family: 'openai-compatible',
  provider: 'pictures',
  credential: { api_key: 'pictures-key' },
  path: '/pictures/v1',
};

/** A server of public weights whose models order documents, billed by tokens. */
export const RANKS: Omit<FamilySetUp, 'models'> = {
  family: 'openai-compatible',
  provider: 'ranks',
  credential: { api_key: 'ranks-key' },
  path: '/ranks/v1',
};

/** Mistral, whose model judges texts, billed by tokens. */
export const JUDGES: Omit<FamilySetUp, 'models'> = {
  family: 'openai-compatible',
  provider: 'mistral',
  credential: { api_key: 'mistral-key' },
  path: '/mistral/v1',
};

/** A provider whose models of public weights read aloud, billed by the character. */
export const VOICES: Omit<FamilySetUp, 'models'> = {
  family: 'openai-compatible',
  provider: 'voices',
  credential: { api_key: 'voices-key' },
  path: '/voices/v1',
};

/** Groq, whose models of public weights write audio down, billed by ten seconds at least. */
export const HEARERS: Omit<FamilySetUp, 'models'> = {
  family: 'openai-compatible',
  provider: 'groq',
  credential: { api_key: 'groq-key' },
  path: '/groq/v1',
};

/** Credits a million tokens, or characters, of every model that is set up here. */
const FAMILY_PRICES: Readonly<Record<string, string>> = {
  input: '1',
  cache_read: '0.1',
  cache_write: '1.25',
  output: '4',
  reasoning: '4',
  image_input: '8',
  image_output: '30',
  character: '15',
  audio_input: '6',
};
/** Credits a second of video or audio, an image of any kind that is made, and a search unit. */
const SECOND_PRICE = '0.1';
const INPUTS_MAX = 96;
const TOKENS_MAX = 8_192;

interface PlatformModel {
  id: string;
  public_id: string;
  dimensions: string[];
  missing_limits: string[];
  hears_audio: boolean;
  admissible_tools: PricedTool[];
}

/**
 * Gives a family its credential, approves and prices the models, and waits until callers see them.
 * @returns the credential's id
 */
export async function setUpFamily(demo: Demo, setUp: FamilySetUp): Promise<string> {
  const made = await demo.platform<{ id: string }>('POST', '/provider-credentials', {
    family: setUp.family,
    name: `The ${setUp.family} of the test`,
    ...(setUp.provider === undefined ? {} : { provider: setUp.provider }),
    base_url: `${setUp.origin ?? demo.stack.urls['provider']}${setUp.path}`,
    credential: setUp.credential,
    ...(setUp.proxyUrl === undefined ? {} : { proxy_url: setUp.proxyUrl }),
  });
  assertStatus(made, 201);
  const credential = `/provider-credentials/${made.body.id}`;
  const synced = await demo.platform('POST', `${credential}/sync-models`);
  assertStatus(synced, 200);
  await publishModels(demo, setUp.provider ?? setUp.family, setUp.models, setUp.prices);
  return made.body.id;
}

/** Approves and prices models that a provider has listed, and waits until callers see them. */
export async function publishModels(
  demo: Demo,
  provider: string,
  names: readonly string[],
  further: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { body: models } = await demo.platform<PlatformModel[]>(
    'GET',
    `/models?provider=${provider}`,
  );
  for (const name of names) await publish(demo, models, { name, further });
  await seen(demo, names);
}

/** Works without the globals of Jest too. */
function assertStatus({ status, body }: Answer, expected: number): void {
  if (status !== expected) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

async function publish(
  demo: Demo,
  models: readonly PlatformModel[],
  { name, further }: { name: string; further: Readonly<Record<string, string>> },
): Promise<void> {
  const model = models.find((one) => one.public_id === name);
  if (model === undefined) {
    throw new Error(`${name} is not among ${models.map((one) => one.public_id).join(', ')}`);
  }
  const limits = Object.fromEntries(
    model.missing_limits.map((limit) => [limit, limit === 'inputs' ? INPUTS_MAX : TOKENS_MAX]),
  );
  const approved = await demo.platform('POST', `/models/${model.id}/approval`, { limits });
  assertStatus(approved, 200);
  const own = Object.fromEntries(
    model.dimensions.map((dimension) => [dimension, FAMILY_PRICES[dimension] ?? SECOND_PRICE]),
  );
  const admitted = model.admissible_tools.flatMap(dimensionsOfTool);
  const names: string[] = model.hears_audio ? ['audio_input', ...admitted] : admitted;
  const more = Object.entries(further).filter(([name]) => names.includes(name));
  const prices = { ...own, ...Object.fromEntries(more) };
  const isFree = more.some(([, price]) => price === '0');
  const priced = await demo.platform('POST', `/models/${model.id}/prices`, {
    prices,
    ...(isFree ? { allow_free: true } : {}),
  });
  assertStatus(priced, 201);
}

async function seen(demo: Demo, names: readonly string[]): Promise<void> {
  const until = performance.now() + 5_000;
  for (;;) {
    const { body } = await demo.v1<{ data: { id: string }[] }>('/models');
    if (names.every((name) => body.data.some(({ id }) => id === name))) return;
    if (performance.now() > until) throw new Error(`${names.join(', ')} did not appear`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
