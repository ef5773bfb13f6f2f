import { createProviderCredential } from '@tollgate/contract/routes/admin/credentials';
import { createPlatformVectorStore } from '@tollgate/contract/routes/admin/vector-stores';
import type { Answer, RunningAdmin } from './admin.ts';
import { aPrefix } from './model.ts';
import type { TestProvider } from './provider.ts';

/** Has a provider know every vector store, in this state. */
export const knowStores = (provider: TestProvider, status = 'completed'): void =>
  provider.answerWith(({ url = '', headers }, response) => {
    const id = url.slice('/v1/vector_stores/'.length);
    const isKnown = url.startsWith('/v1/vector_stores/') && headers['openai-beta'] !== undefined;
    response.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id, object: 'vector_store', status }));
  });

/** Keeps a credential in whose account vector stores lie; gives its public id. */
export const aStoreCredential = async (
  admin: RunningAdmin,
  provider: TestProvider,
  name = aPrefix(),
): Promise<string> => {
  const made = await admin.send(createProviderCredential, {
    body: {
      family: 'openai',
      name,
      base_url: provider.baseUrl,
      credential: { api_key: 'provider-key-0123456789abcd' },
    },
  });
  if (made.status !== 201) throw new Error(`credential: ${JSON.stringify(made.body)}`);
  return made.body.id;
};

/** Asks for a vector store; it lies at a new id, and all users may search it, unless said. */
export const giveVectorStore = (
  admin: RunningAdmin,
  credentialId: string,
  fields: Record<string, unknown> = {},
): Promise<Answer> =>
  admin.send(createPlatformVectorStore, {
    body: {
      name: 'Handbook',
      credential_id: credentialId,
      upstream_id: `vs_${aPrefix()}`,
      user_id: null,
      ...fields,
    },
  });

/** Gives one. */
export const aVectorStore = async (
  ...[admin, credentialId, fields]: Parameters<typeof giveVectorStore>
): Promise<Answer['body']> => {
  const made = await giveVectorStore(admin, credentialId, fields);
  if (made.status !== 201) throw new Error(`vector store: ${JSON.stringify(made.body)}`);
  return made.body;
};
