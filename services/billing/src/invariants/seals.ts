import type { Invariant } from './scope.ts';

const SUMS = ['available_n', 'reserved_n', 'consumed_n', 'issued_n'];
const allOf = (table: string): string =>
  SUMS.map((sum) => `coalesce(sum(${table}.${sum}), 0) as ${sum}`).join(', ');

/** Which hour it is, by the clock of the database. */
const HOUR = `cast(floor(extract(epoch from statement_timestamp()) / 3600) as bigint)`;

/** What a stretch comes to today, beside what its seal says. */
const REREAD = (seals: string): string => `select s.no, s.first_id, s.next_id,
    'movements or holds of the stretch are not what was sealed' as fault
  from (${seals}) s cross join lateral billing.digest_stretch(s.first_id, s.next_id) d
  where (d.entries, d.holds, d.available_n, d.reserved_n, d.consumed_n, d.issued_n, d.digest)
    is distinct from
    (s.entries, s.holds, s.available_n, s.reserved_n, s.consumed_n, s.issued_n, s.digest)`;

/** Seals among each other, and against the stretches of the ledger that they cover. */
export const SEAL_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I48',
    invariant: 'Seals follow each other without a gap, and wallets begin with what they add up to',
    sql: () => `with link as (
        select s, s.no, s.first_id, row_number() over in_order as place,
          lag(s.next_id) over in_order as before_id, lag(s.chain) over in_order as before_chain
        from billing.seal s window in_order as (order by s.no)
      )
      select no, 'the seal does not follow the one before' as fault from link
      where no <> place
        or first_id <> coalesce(before_id, '00000000-0000-0000-0000-000000000000')
        or (s).chain is distinct from billing.chain_of(s, before_chain)
      union all
      select null, 'wallets begin with something else than seals add up to'
      from (select ${allOf('s')} from billing.seal s) sealed,
        (select ${allOf('w')} from billing.sealed_wallet w) begun
      where (${SUMS.map((sum) => `sealed.${sum}`).join(', ')})
        <> (${SUMS.map((sum) => `begun.${sum}`).join(', ')})`,
  },
  {
    id: 'I49',
    isFullOnly: true,
    invariant: 'What was sealed is as it was when it was sealed',
    sql: () => `${REREAD('select * from billing.seal')}
      union all
      select null, null, null, 'a wallet begins with something else than its sealed movements'
      from (
        select user_id, available_n, reserved_n, consumed_n, issued_n from billing.sealed_wallet
        union all
        select user_id, -available_n, -reserved_n, -consumed_n, -issued_n from billing.entry
        where id < (select next_id from billing.seal order by no desc limit 1)
      ) both_sides
      group by user_id
      having (sum(available_n), sum(reserved_n), sum(consumed_n), sum(issued_n)) <> (0, 0, 0, 0)`,
    // Each hour's look reads one stretch again, in turns: all of them within as many hours.
    sqlOfStretch: () =>
      REREAD(`select * from billing.seal
      where no = 1 + coalesce(cast(:turn as bigint), ${HOUR})
        % (select nullif(count(*), 0) from billing.seal)`),
  },
];
