import { randomBytes } from 'node:crypto';
import {
  createProviderCredential,
  syncProviderModels,
} from '@tollgate/contract/routes/admin/credentials';
import { approvePlatformModel } from '@tollgate/contract/routes/admin/models';
import type { RunningAdmin } from './admin.ts';
import type { TestProvider } from './provider.ts';

/** Keeps a credential of the provider; gives its public id. */
export const aCredential = async (
  admin: RunningAdmin,
  provider: TestProvider,
  fields: { provider: string; name?: string },
): Promise<string> => {
  const made = await admin.send(createProviderCredential, {
    body: {
      family: 'openai-compatible',
      name: 'main',
      base_url: provider.baseUrl,
      credential: { api_key: 'provider-key-0123456789abcd' },
      ...fields,
    },
  });
  if (made.status !== 201) throw new Error(`credential: ${JSON.stringify(made.body)}`);
  return made.body.id;
};

/** A prefix that no other test of the file has. */
export const aPrefix = (): string => `p${randomBytes(6).toString('hex')}`;

/** Finds one model under a prefix of its own. */
export const aModel = async (
  admin: RunningAdmin,
  provider: TestProvider,
  name = 'small',
): Promise<{ id: string; publicId: string; credentialId: string }> => {
  const prefix = aPrefix();
  const credentialId = await aCredential(admin, provider, { provider: prefix });
  const [id = ''] = await syncedModels(admin, provider, { credentialId, names: [name] });
  return { id, publicId: `${prefix}/${name}`, credentialId };
};

/** Syncs these names; gives the public ids (`mdl_…`) in their order. */
export const syncedModels = async (
  admin: RunningAdmin,
  provider: TestProvider,
  options: { credentialId: string; names: readonly string[] },
): Promise<string[]> => {
  provider.list(options.names);
  const synced = await admin.send(syncProviderModels, {
    params: { credential_id: options.credentialId },
  });
  if (synced.status !== 200) throw new Error(`sync: ${JSON.stringify(synced.body)}`);
  const found = synced.body.discovered as { id: string; public_id: string }[];
  return options.names.map(
    (name) => found.find((one) => one.public_id.endsWith(`/${name}`))?.id ?? '',
  );
};

/** Approves a model with limits. */
export const approve = async (admin: RunningAdmin, modelId: string): Promise<void> => {
  const approved = await admin.send(approvePlatformModel, {
    params: { model_id: modelId },
    body: { limits: { context_tokens: 8_000, output_tokens: 2_000 } },
  });
  if (approved.status !== 200) throw new Error(`approval: ${JSON.stringify(approved.body)}`);
};

/** Prices of every dimension that chat models of this family have. */
export const PRICES = { input: '0.25', cache_read: '0.025', output: '2', reasoning: '2' };
