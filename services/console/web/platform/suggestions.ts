import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Suggest } from '../shared/suggest-field.tsx';

/** Rows of a list that suggestions are taken from. */
const ROWS = 200;

const approvedModels = async (): Promise<readonly string[]> => {
  const query = { state: 'approved', limit: ROWS } as const;
  const models = await dataOf(platform.GET('/api/platform/models', { params: { query } }));
  return models.map(({ public_id: id }) => id);
};

/** Addresses of users that contain what was typed. */
export const userNames: Suggest = {
  of: 'users',
  find: async (typed) => {
    const query = { ...(typed === '' ? {} : { search: typed }), limit: ROWS };
    const users = await dataOf(platform.GET('/api/platform/users', { params: { query } }));
    return users.map(({ email }) => email);
  },
  isSearch: true,
};

/** Public ids of approved models. */
export const modelNames: Suggest = { of: 'models', find: approvedModels };

/** Providers of approved models: the first part of their ids. */
export const providerNames: Suggest = {
  of: 'providers',
  find: async () => [...new Set((await approvedModels()).map((id) => id.split('/', 1)[0] ?? id))],
};

/** Names of aliases. */
export const aliasNames: Suggest = {
  of: 'aliases',
  find: async () => {
    const query = { limit: ROWS };
    const aliases = await dataOf(platform.GET('/api/platform/aliases', { params: { query } }));
    return aliases.map(({ name }) => name);
  },
};
