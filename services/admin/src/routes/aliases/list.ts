import { Type } from 'typebox';
import { listAliasViews } from '@tollgate/catalog/aliases';
import { PlatformAliasOut, PlatformAliasQuery } from '@tollgate/contract/platform/aliases';
import { defineRoute } from '@tollgate/contract/route';
import { aliasOut } from '../../alias-out.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';

export const listPlatformAliases = defineRoute({
  method: 'get',
  path: '/api/platform/aliases',
  auth: 'platform',
  needs: 'read',
  summary: 'Aliases with their targets, newest first',
  query: PlatformAliasQuery,
  status: 200,
  response: Type.Array(PlatformAliasOut),
});

export const handleListPlatformAliases =
  ({ db, routes }: AdminDeps): AdminHandler<typeof listPlatformAliases> =>
  async ({ query }) => {
    const before = cursorOf('als', query.before) ?? null;
    return (await listAliasViews(db, { limit: query.limit, before })).map((view) =>
      aliasOut(view, routes),
    );
  };
