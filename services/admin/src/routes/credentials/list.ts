import { listCredentials } from '@tollgate/catalog/credentials';
import { listProviderCredentials } from '@tollgate/contract/routes/admin/credentials';
import type { MountedRoute } from '@tollgate/http/route';
import { credentialOut } from '../../credential-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListProviderCredentials = ({ db, now }: AdminDeps): MountedRoute =>
  platformRoute(listProviderCredentials, async () => {
    const at = now();
    return (await listCredentials(db)).map((credential) => credentialOut(credential, at));
  });
