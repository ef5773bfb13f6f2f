import { OperatorError } from '@tollgate/db/command';
import type { Db } from '@tollgate/db/connect';
import type { RecordValues } from '../line-digest.ts';
import { LEDGER_COLUMNS } from './ledger-columns.ts';
import { listLeftWallets } from './left-year.queries.ts';

const indexOf = (name: string): number =>
  LEDGER_COLUMNS.findIndex((column) => column.name === name);
const USER = indexOf('user_id');
const SUMS = ['available_n', 'reserved_n', 'consumed_n', 'issued_n'].map(indexOf);

const FIRST_USER = '00000000-0000-0000-0000-000000000000';
const PAGE_WALLETS = 10_000;

/** What movements of the archive come to for each wallet, in memory: some 300 bytes a wallet. */
export interface SumsByWallet {
  /** Takes a movement, as the archive has it. */
  add(values: RecordValues): void;
  /**
   * Compares them with what the database says of a year.
   * @throws OperatorError that names the first wallet that differs
   */
  assertSame(db: Db, year: number): Promise<void>;
}

/** Sums of nothing yet. */
export function startSums(): SumsByWallet {
  const byUser = new Map<string, bigint[]>();
  return {
    add(values) {
      const user = values[USER] ?? '';
      const before = byUser.get(user);
      byUser.set(
        user,
        SUMS.map((column, index) => (before?.[index] ?? 0n) + BigInt(values[column] ?? 0)),
      );
    },
    async assertSame(db, year) {
      let after = FIRST_USER;
      for (;;) {
        const page = await listLeftWallets(db, { year, after, limit: PAGE_WALLETS });
        for (const { userId, availableN, reservedN, consumedN, issuedN } of page) {
          const found = byUser.get(userId) ?? [];
          if (String(found) !== String([availableN, reservedN, consumedN, issuedN]))
            throw differs(year, userId);
          byUser.delete(userId);
          after = userId;
        }
        if (page.length < PAGE_WALLETS) break;
      }
      for (const [user] of byUser) throw differs(year, user);
    },
  };
}

const differs = (year: number, user: string): OperatorError =>
  new OperatorError(
    `The movements of wallet ${user} in the archive of ${year} come to something else than the database says of them.`,
  );
