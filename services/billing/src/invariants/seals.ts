import { LEFT_BEFORE, LEFT_WALLETS, LEFT_YEARS } from './scope.ts';
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

/** The seals whose movements are in the database; `make verify-archive` reads all others. */
const HERE = `select * from billing.seal where next_id > ${LEFT_BEFORE}`;

/** What a year that left says of itself, beside its seals and the sums of its wallets. */
const SUMMED = `select y.year, 'its sums are not those of its seals' as fault
  from ${LEFT_YEARS} y cross join lateral (
    select max(s.no) as last_no, sum(s.entries) as entries, ${allOf('s')} from billing.seal s
    where s.next_id <= y.next_id and s.no > coalesce((billing.year_before(y.year)).last_no, 0)
  ) sealed
  where (y.last_no, y.entries, y.available_n, y.reserved_n, y.consumed_n, y.issued_n)
    is distinct from (sealed.last_no, sealed.entries, sealed.available_n, sealed.reserved_n,
      sealed.consumed_n, sealed.issued_n)
  union all
  select y.year, 'its wallets come to something else than the year'
  from ${LEFT_YEARS} y cross join lateral (
    select ${allOf('w')} from billing.left_wallet w where w.year = y.year
  ) wallets
  where (y.available_n, y.reserved_n, y.consumed_n, y.issued_n)
    is distinct from (wallets.available_n, wallets.reserved_n, wallets.consumed_n, wallets.issued_n)`;

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
    sql: () => `${REREAD(HERE)}
      union all
      select null, null, null, 'a wallet begins with something else than its sealed movements'
      from (
        select user_id, available_n, reserved_n, consumed_n, issued_n from billing.sealed_wallet
        union all
        select user_id, -available_n, -reserved_n, -consumed_n, -issued_n from billing.entry
        where id < (select next_id from billing.seal order by no desc limit 1)
          and id >= ${LEFT_BEFORE}
        union all
        select user_id, -available_n, -reserved_n, -consumed_n, -issued_n from ${LEFT_WALLETS} gone
      ) both_sides
      group by user_id
      having (sum(available_n), sum(reserved_n), sum(consumed_n), sum(issued_n)) <> (0, 0, 0, 0)`,
    // Each hour's look reads one stretch again, in turns: all of them within as many hours.
    sqlOfStretch: () =>
      REREAD(`select s.* from (${HERE}) s cross join (
        select min(no) as first_no, nullif(count(*), 0) as many from (${HERE}) here
      ) turns
      where s.no = turns.first_no + coalesce(cast(:turn as bigint), ${HOUR}) % turns.many`),
  },
  {
    id: 'I52',
    isFullOnly: true,
    invariant: 'What stays of a year that left is what was proved when it left',
    // That the sums of each wallet are those of its movements the archive alone can say.
    sql: () => `${SUMMED}
      union all
      select y.year, 'sums, kept rows, moments of grants, days or losses were changed'
      from ${LEFT_YEARS} y where y.digest <> billing.digest_left(y.year)`,
    sqlOfStretch: () => SUMMED,
  },
];
