import { getAliasView } from '@tollgate/catalog/aliases';
import { PlatformAliasOut } from '@tollgate/contract/platform/aliases';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId } from '@tollgate/runtime/ids';
import { aliasOut } from '../../alias-out.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { AliasIdParams } from '../../params.ts';

export const getPlatformAlias = defineRoute({
  method: 'get',
  path: '/api/platform/aliases/:alias_id',
  auth: 'platform',
  needs: 'read',
  summary: 'One alias with its targets and the contract that it publishes',
  params: AliasIdParams,
  status: 200,
  response: PlatformAliasOut,
});

export const handleGetPlatformAlias =
  ({ db, routes }: AdminDeps): AdminHandler<typeof getPlatformAlias> =>
  async ({ params }) =>
    aliasOut(await getAliasView(db, decodeId('als', params.alias_id)), routes);
