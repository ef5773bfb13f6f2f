import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { foundIn } from '../shared/palette-items.ts';
import type { Found } from '../shared/palette-items.ts';
import { common } from '../shared/texts/common.ts';

const labels = common.palette;

/** Models and keys of the account whose name has what was typed. */
export async function findOwn(typed: string): Promise<readonly Found[]> {
  const [models, keys] = await Promise.all([
    dataOf(users.GET('/api/models')),
    dataOf(users.GET('/api/keys')),
  ]);
  const ofModels = models.map(({ model }) => ({
    to: '/models',
    label: model,
    search: { id: model },
  }));
  const ofKeys = keys.map(({ id, name }) => ({
    to: '/requests',
    label: name,
    search: { key: id },
  }));
  return [
    { group: labels.models, items: foundIn(ofModels, typed) },
    { group: labels.keys, items: foundIn(ofKeys, typed) },
  ];
}
