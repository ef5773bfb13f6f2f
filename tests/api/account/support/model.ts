import { newUuid, encodeId } from '@tollgate/runtime/ids';
import type { RunningAccount } from './account.ts';

const CONTRACT = {
  revision: 'r1',
  capability: 'chat',
  parameters: { stream: { supported: true } },
  limits: { context_tokens: 1_000, output_tokens: 100 },
  dimensions: ['input', 'output'],
};

/**
 * Writes an approved model with a price, and an active credential behind it; gives its public id
 * `mdl_…`.
 */
export const aModel = async (
  account: RunningAccount,
  name: string,
  options: { state?: string } = {},
): Promise<string> => {
  const id = newUuid();
  const state = options.state ?? 'approved';
  await account.owner.raw(
    `insert into catalog.provider (prefix, family) values ('acme', 'openai-compatible')
     on conflict do nothing`,
  );
  await account.owner.raw(
    `insert into catalog.provider_credential
       (id, provider, family, name, base_url, master_version, wrapped_key, sealed, last4)
     values (?, 'acme', 'openai-compatible', ?, 'https://x', 'v1', '', '', '')`,
    [newUuid(), name],
  );
  await account.owner.raw(
    `insert into catalog.model
       (id, provider, family, upstream_model, public_id, state, draft, contract)
     values (:id, 'acme', 'openai-compatible', :name, 'acme/' || :name, :state, :contract,
       :contract)`,
    { id, name, state, contract: JSON.stringify(CONTRACT) },
  );
  await account.owner.raw(
    `insert into catalog.price_version (id, model_id, prices, effective_at, created_by)
     values (:version, :id, '{"input": "1000000", "output": "2000000"}', now(), :version)`,
    { version: newUuid(), id },
  );
  return encodeId('mdl', id);
};
