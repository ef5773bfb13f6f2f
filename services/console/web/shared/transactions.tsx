import type { ReactElement } from 'react';
import type { CreditTransactionOut } from '@tollgate/contract/credits';
import { BelongsTo } from './belongs-to.tsx';
import { toNano } from './money.ts';
import { common } from './texts/common.ts';
import { Button } from './ui/button.tsx';
import { Money } from './ui/money.tsx';
import type { Column } from './ui/table.tsx';
import { Time } from './ui/time.tsx';

const labels = common.ofTransactions;

/** How transactions are shown. */
export interface TransactionsShown {
  /** Whether amounts have all their decimals. */
  isExact: boolean;
  /** Whether holds are listed, and what each transaction changed within the wallet. */
  holds: boolean;
}

/**
 * The columns of a list of transactions: one line a call with what it has cost.
 * @param between columns of one page, behind the time
 * @param hasBalance false: the list is of several wallets
 */
export function transactionColumns<Row extends CreditTransactionOut>(
  { isExact, holds }: TransactionsShown,
  between: readonly Column<Row>[] = [],
  hasBalance = true,
): Column<Row>[] {
  const money = (head: string, amountOf: (row: Row) => string, phone?: 'value'): Column<Row> => ({
    head,
    ...(phone === undefined ? {} : { phone }),
    isNumber: true,
    cell: (row) => <Change amount={amountOf(row)} isExact={isExact} />,
  });
  const parts = [
    money(labels.available, (row) => row.available_change),
    money(labels.held, (row) => row.reserved_change),
  ];
  const balance: Column<Row> = {
    head: labels.balance,
    isNumber: true,
    cell: ({ balance: left }) =>
      left === null ? common.none : <Money amount={left} exact={isExact} />,
  };
  return [
    { head: labels.at, phone: 'time', cell: ({ created_at: at }) => <Time at={at} /> },
    ...between,
    { head: labels.kind, phone: 'title', cell: ({ type }) => common.transactions[type] ?? type },
    ...(holds ? parts : []),
    money(labels.amount, (row) => row.net_change, 'value'),
    ...(hasBalance ? [balance] : []),
    { head: labels.belongsTo, phone: 'note', cell: (row) => <BelongsTo of={row} /> },
  ];
}

/** A change with its sign. */
function Change({ amount, isExact }: { amount: string; isExact: boolean }): ReactElement {
  const nano = toNano(amount);
  if (nano === 0n) return <span className="text-dim">0</span>;
  return (
    <span className="whitespace-nowrap">
      {nano > 0n && '+'}
      <Money amount={amount} exact={isExact} />
    </span>
  );
}

/** Shows and hides the holds of a list of transactions. */
export function HoldsSwitch({
  holds,
  show,
}: {
  holds: boolean;
  show: (holds: boolean) => void;
}): ReactElement {
  return (
    <Button aria-pressed={holds} onClick={() => show(!holds)}>
      {labels.showHolds}
    </Button>
  );
}
