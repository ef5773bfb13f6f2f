import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { foundIn } from '../shared/palette-items.ts';
import type { Found } from '../shared/palette-items.ts';
import { common } from '../shared/texts/common.ts';

const labels = common.palette;
const USERS_MAX = 8;
const MODELS_MAX = 200;
const KEY = /^key_[0-9a-z]{20,}$/u;

/** Users by a part of their address or name, models by a part of their id, a key by its id. */
export async function findAnywhere(typed: string): Promise<readonly Found[]> {
  const [people, models] = await Promise.all([
    dataOf(
      platform.GET('/api/platform/users', {
        params: { query: { search: typed, limit: USERS_MAX } },
      }),
    ),
    dataOf(platform.GET('/api/platform/models', { params: { query: { limit: MODELS_MAX } } })),
  ]);
  const ofModels = models.map(({ public_id: id }) => ({
    to: '/models',
    label: id,
    search: { public_id: id },
  }));
  return [
    {
      group: labels.users,
      items: people.map(({ id, email }) => ({ to: `/users/${id}`, label: email })),
    },
    { group: labels.models, items: foundIn(ofModels, typed) },
    {
      group: labels.keys,
      items: KEY.test(typed)
        ? [{ to: '/requests', label: typed, search: { api_key_id: typed } }]
        : [],
    },
  ];
}
