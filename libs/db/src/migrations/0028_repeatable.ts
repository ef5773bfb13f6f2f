import type { Knex } from 'knex';

/**
 * From here on functions, views and triggers are repeatable: the files of `sql` folders say how they are, and are run after the
 * migrations when their text has changed. Replacing a trigger or a view locks what it is of, so those that the steps before have
 * made are taken over as they are.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table public.schema_repeatable (
      path text primary key,
      checksum text not null,
      defines jsonb not null,
      applied_at timestamptz not null default now()
    );
    comment on table public.schema_repeatable is
      'The files of functions, views and triggers as they were applied: SHA-256 of the text, and what it defines.';
    grant select on public.schema_repeatable to tollgate_account, tollgate_admin, tollgate_billing,
      tollgate_inference, tollgate_worker;
  `);
  for (const [path, checksum, names] of TAKEN_OVER) {
    const kind = path.endsWith('/views.sql') ? 'view' : 'trigger';
    await trx.raw(
      'insert into public.schema_repeatable (path, checksum, defines) values (?, ?, cast(? as jsonb))',
      [path, checksum, JSON.stringify(names.map((name) => ({ kind, name })))],
    );
  }
}

/** Files whose text says what is there already: path, SHA-256 of the text, and what it defines. */
const TAKEN_OVER: readonly (readonly [path: string, checksum: string, names: readonly string[]])[] =
  [
    [
      'libs/audit/sql/triggers.sql',
      '3360383d37010aef5ffe4e3906d9866e99d28cb67fdfd7add69185612b33423f',
      ['event_is_final on audit.event'],
    ],
    [
      'libs/catalog/sql/triggers.sql',
      '3e9d1caaf802a20dc64001d99ade97abe16b67e67bb417305e9e2ad4066bba3f',
      [
        'price_version_is_final on catalog.price_version',
        'uplift_change_is_final on catalog.uplift_change',
        'uplift_is_noted on catalog.uplift_user',
        'uplift_is_noted on catalog.uplift_user_model',
      ],
    ],
    [
      'libs/keys/sql/views.sql',
      '57b81fe047ec9ba6532d5809fbb4ad0a1e3d5c0fe449ff269ef6ce1aac7a7600',
      ['keys.admission', 'keys.widening'],
    ],
    [
      'libs/requests/sql/triggers.sql',
      'a05eb0bd9eae2ea73d6c1128d02a4c58694a4218ac840e3f3fc52b6cf7abfb98',
      ['record_is_rolled_up on requests.record', 'record_is_rolled_up_again on requests.record'],
    ],
    [
      'services/billing/sql/triggers.sql',
      '05100118bca259ed2ce759a7277463cc44fb701412fcfc60423301ce8099aa59',
      [
        'consumption_is_final on billing.credit_grant',
        'credit_grant_kept on billing.credit_grant',
        'credit_grant_never_emptied on billing.credit_grant',
        'entry_append_only on billing.entry',
        'entry_never_emptied on billing.entry',
        'grant_day_kept on billing.grant_day',
        'provider_cost_append_only on billing.provider_cost',
        'provider_cost_never_emptied on billing.provider_cost',
        'reservation_closes_once on billing.reservation',
        'reservation_funding_fixed on billing.reservation',
        'reservation_kept on billing.reservation',
        'reservation_never_emptied on billing.reservation',
        'reservation_terms_fixed on billing.reservation',
        'consumption_is_noted on billing.credit_grant',
        'provider_cost_owner on billing.provider_cost',
      ],
    ],
  ];
