import { listCreditMovements } from '@tollgate/contract/routes/admin/credits';
import type { MountedRoute } from '@tollgate/http/route';
import { emailsOf } from '@tollgate/identity/users';
import type { AdminDeps } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { sayArchived } from '../../say-archived.ts';
import { platformRoute } from '../../platform-route.ts';
import { platformTransactionOut } from './list-transactions.ts';

export const handleListCreditMovements = ({ db, billing }: AdminDeps): MountedRoute =>
  platformRoute(listCreditMovements, async ({ query }, { response }) => {
    const { limit, holds, moved_by: movedBy } = query;
    const before = cursorOf('txn', query.before);
    const { entries, archived } = await billing.allEntries({
      limit,
      holds,
      ...(before === undefined ? {} : { before }),
      ...(movedBy === undefined ? {} : { moved_by: movedBy }),
    });
    sayArchived(response, archived);
    const users = entries.map(({ user_id: userId }) => userId);
    const emails = await emailsOf(db, users);
    return entries.map((entry) => ({
      ...platformTransactionOut(entry),
      user_email: emails.get(entry.user_id) ?? '',
    }));
  });
