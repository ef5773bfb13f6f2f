import { listAliasViews } from '@tollgate/catalog/aliases';
import { listPlatformAliases } from '@tollgate/contract/routes/admin/aliases';
import type { MountedRoute } from '@tollgate/http/route';
import { aliasOut } from '../../alias-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformAliases = ({ db, routes }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformAliases, async ({ query }) => {
    const before = cursorOf('als', query.before) ?? null;
    return (await listAliasViews(db, { limit: query.limit, before })).map((view) =>
      aliasOut(view, routes),
    );
  });
