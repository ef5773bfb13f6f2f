import { getAliasView } from '@tollgate/catalog/aliases';
import { getPlatformAlias } from '@tollgate/contract/routes/admin/aliases';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import { aliasOut } from '../../alias-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformAlias = ({ db, routes }: AdminDeps): MountedRoute =>
  platformRoute(getPlatformAlias, async ({ params }) =>
    aliasOut(await getAliasView(db, decodeId('als', params.alias_id)), routes),
  );
