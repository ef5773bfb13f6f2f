import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import { CommandFault } from './faults.ts';
import { dataOf } from './platform-client.ts';
import type { Platform } from './platform-client.ts';
import type { Work } from './step.ts';

/** What steps of one apply share: each provider is asked for its models once at most. */
export function createWork(platform: Platform): Work {
  const asked = new Set<string>();
  return {
    platform,
    async model(publicId) {
      const known = await findModel(platform, publicId);
      if (known !== undefined) return known;
      const prefix = publicId.slice(0, publicId.indexOf('/'));
      if (!asked.has(prefix)) {
        asked.add(prefix);
        await askForModels(platform, prefix);
      }
      const found = await findModel(platform, publicId);
      if (found !== undefined) return found;
      throw new CommandFault(`models ${publicId}: the provider ${prefix} has no such model`);
    },
    async user(email) {
      const answer = platform.GET('/api/platform/users', {
        params: { query: { search: email, limit: 1_000 } },
      });
      const found = (await dataOf(`users ${email}`, answer)).find((user) => user.email === email);
      if (found === undefined) throw new CommandFault(`users ${email}: there is no such user`);
      return found;
    },
  };
}

async function findModel(
  platform: Platform,
  publicId: string,
): Promise<PlatformModelOut | undefined> {
  const params = { query: { public_id: publicId } };
  const answer = platform.GET('/api/platform/models', { params });
  return (await dataOf(`models ${publicId}`, answer))[0];
}

async function askForModels(platform: Platform, prefix: string): Promise<void> {
  const all = await dataOf('providers', platform.GET('/api/platform/provider-credentials'));
  const active = all.filter(({ provider, status }) => provider === prefix && status === 'active');
  if (active.length === 0) {
    throw new CommandFault(`models of ${prefix}: nobody has an active credential of the provider`);
  }
  for (const { id, name } of active) {
    const path = '/api/platform/provider-credentials/{credential_id}/sync-models';
    const answer = platform.POST(path, { params: { path: { credential_id: id } } });
    await dataOf(`models of ${prefix}, asked for with ${name}`, answer);
  }
}
