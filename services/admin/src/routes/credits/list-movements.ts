import { Type } from 'typebox';
import {
  PlatformCreditMovementOut,
  PlatformCreditMovementPage,
} from '@tollgate/contract/platform/credits';
import { defineRoute } from '@tollgate/contract/route';
import { emailsOf } from '@tollgate/identity/users';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { platformTransactionOut } from './list-transactions.ts';

export const listCreditMovements = defineRoute({
  method: 'get',
  path: '/api/platform/credit-transactions',
  auth: 'platform',
  needs: 'read',
  summary: 'Movements of all wallets, newest first',
  query: PlatformCreditMovementPage,
  status: 200,
  response: Type.Array(PlatformCreditMovementOut),
});

export const handleListCreditMovements =
  ({ db, billing }: AdminDeps): AdminHandler<typeof listCreditMovements> =>
  async ({ query }) => {
    const { limit, moved_by: movedBy } = query;
    const before = cursorOf('txn', query.before);
    const entries = await billing.allEntries({
      limit,
      ...(before === undefined ? {} : { before }),
      ...(movedBy === undefined ? {} : { moved_by: movedBy }),
    });
    const users = entries.map(({ user_id: userId }) => userId);
    const emails = await emailsOf(db, users);
    return entries.map((entry) => ({
      ...platformTransactionOut(entry),
      user_email: emails.get(entry.user_id) ?? '',
    }));
  };
