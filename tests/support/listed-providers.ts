import type { Demo } from './demo.ts';
import { ANTHROPIC, GOOGLE, setUpFamily } from './family-set-up.ts';
import type { FamilySetUp } from './family-set-up.ts';

/** A family with one chat model. */
export interface ProviderSetup extends Omit<FamilySetUp, 'models'> {
  model: string;
}

/** The families with wires of their own. */
export const PROVIDERS: readonly ProviderSetup[] = [
  { ...ANTHROPIC, model: 'anthropic/claude-sonnet-4-5' },
  { ...GOOGLE, model: 'google/gemini-2.5-flash' },
  { family: 'ollama', credential: {}, path: '', model: 'ollama/demo-small:latest' },
  {
    family: 'bedrock',
    credential: {
      region: 'us-east-1',
      access_key_id: 'AKIAFAKEFAKEFAKEFAKE',
      secret_access_key: 'fake-secret-access-key-of-forty-letters-1',
    },
    path: '',
    model: 'bedrock/amazon.nova-lite-v1:0',
  },
];

/** The two families of the wire that the demo speaks. */
export const OPENAI_PROVIDERS: readonly ProviderSetup[] = [
  {
    family: 'openai',
    credential: { api_key: 'openai-key' },
    path: '/openai/v1',
    model: 'openai/gpt-4o-mini',
  },
  {
    family: 'openai-compatible',
    provider: 'compatible',
    credential: { api_key: 'compatible-key' },
    path: '/v1',
    model: 'compatible/demo-small',
  },
];

/** Sets a family up with its model; gives the credential's id. */
export function setUpProvider(demo: Demo, { model, ...setUp }: ProviderSetup): Promise<string> {
  return setUpFamily(demo, { ...setUp, models: [model] });
}
