import { Type } from 'typebox';
import { listModelViews } from '@tollgate/catalog/models';
import { PlatformModelOut, PlatformModelQuery } from '@tollgate/contract/platform/models';
import { defineRoute } from '@tollgate/contract/route';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { modelOut } from '../../model-out.ts';

export const listPlatformModels = defineRoute({
  method: 'get',
  path: '/api/platform/models',
  auth: 'platform',
  needs: 'read',
  summary: 'Models by their public ids, with prices and why they cannot be called',
  query: PlatformModelQuery,
  status: 200,
  response: Type.Array(PlatformModelOut),
});

export const handleListPlatformModels =
  ({ db, routes }: AdminDeps): AdminHandler<typeof listPlatformModels> =>
  async ({ query }) => {
    const { limit, offset, state = null, provider = null, family = null } = query;
    const publicId = query.public_id ?? null;
    const filter = { limit, offset, state, provider, family, publicId };
    return (await listModelViews(db, filter)).map((view) => modelOut(view, routes));
  };
