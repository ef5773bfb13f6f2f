/**
 * A column that decides an amount: what outside its own table tells the same, the invariant that
 * compares them, and a change of the column that it sees.
 */
export type Witness = readonly [column: string, witness: string, id: string, change: string];

const SETTLED = `where charged_n = 8`;
const CHANGED = (table: string, change: string): string => `update ${table} set ${change}`;
const MOVED = (from: string, to: string): string =>
  `update billing.wallet set ${from} = ${from} - 1, ${to} = ${to} + 1 where consumed_n > 0 and revoked_n > 0`;
const GRANT = (change: string): string =>
  `update billing.credit_grant set ${change} where revoked_n > 0`;
const OTHER_USER = `(select cast(max(cast(user_id as text)) as uuid) from billing.wallet)`;

/**
 * Each change is made as somebody with SQL would make it: guards off, and the rest of the row made
 * to fit.
 */
export const WITNESSES: readonly Witness[] = [
  [
    'billing.wallet.user_id',
    'the entries of the user',
    'I3',
    CHANGED('billing.wallet', 'user_id = gen_random_uuid()'),
  ],
  [
    'billing.wallet.granted_n',
    'grants and entries',
    'I5',
    CHANGED('billing.wallet', 'granted_n = granted_n + 1, available_n = available_n + 1'),
  ],
  [
    'billing.wallet.available_n',
    'entries, and what is left of grants',
    'I17',
    MOVED('consumed_n', 'available_n'),
  ],
  ['billing.wallet.reserved_n', 'the open holds', 'I6', MOVED('reserved_n', 'available_n')],
  [
    'billing.wallet.consumed_n',
    'entries, grants, and sums of request records',
    'I28',
    MOVED('consumed_n', 'available_n'),
  ],
  ['billing.wallet.revoked_n', 'grants and entries', 'I5', MOVED('revoked_n', 'available_n')],
  ['billing.wallet.expired_n', 'grants and entries', 'I5', MOVED('available_n', 'expired_n')],

  [
    'billing.entry.user_id',
    'the wallets of both users',
    'I3',
    `update billing.entry set user_id = ${OTHER_USER} where kind = 'settle'`,
  ],
  [
    'billing.entry.kind',
    'the state of the hold',
    'I7',
    `update billing.entry set kind = 'settle_late' where kind = 'settle'`,
  ],
  [
    'billing.entry.available_n',
    'the wallet',
    'I3',
    `update billing.entry set available_n = available_n + 1, reserved_n = reserved_n - 1 where kind = 'settle'`,
  ],
  [
    'billing.entry.reserved_n',
    'the hold',
    'I7',
    `update billing.entry set available_n = available_n + 1, reserved_n = reserved_n - 1 where kind = 'reserve'`,
  ],
  [
    'billing.entry.consumed_n',
    'the charge of the hold',
    'I7',
    `update billing.entry set available_n = available_n + 1, consumed_n = consumed_n - 1 where kind = 'settle'`,
  ],
  [
    'billing.entry.issued_n',
    'the grant',
    'I42',
    `update billing.entry set available_n = available_n + 1, issued_n = issued_n - 1 where kind = 'grant'`,
  ],
  [
    'billing.entry.grant_id',
    'the grant',
    'I42',
    `update billing.entry set grant_id = gen_random_uuid() where kind = 'revoke'`,
  ],
  [
    'billing.entry.op_id',
    'the hold',
    'I7',
    `update billing.entry set op_id = gen_random_uuid() where kind = 'settle'`,
  ],
  [
    'billing.entry.attempt',
    'the hold',
    'I7',
    `update billing.entry set attempt = attempt + 1 where kind = 'settle'`,
  ],
  [
    'billing.entry.at',
    'the end of the grant that expires, the days that consumption is noted under',
    'I39',
    `update billing.entry set at = at - interval '3 days' where kind = 'settle'`,
  ],

  [
    'billing.reservation.op_id',
    'the log of requests, records and entries',
    'I40',
    `update billing.reservation set op_id = billing.uuid7(created_at) ${SETTLED}`,
  ],
  [
    'billing.reservation.attempt',
    'entries',
    'I7',
    `update billing.reservation set attempt = attempt + 1 ${SETTLED}`,
  ],
  [
    'billing.reservation.user_id',
    'the log of requests, the record, the owner of the key, entries',
    'I40',
    `update billing.reservation set user_id = ${OTHER_USER}, api_key_id = (select id from keys.api_key where owner_id = ${OTHER_USER}) ${SETTLED}`,
  ],
  [
    'billing.reservation.api_key_id',
    'the log of requests and the record',
    'I40',
    `update billing.reservation set api_key_id = gen_random_uuid() ${SETTLED}`,
  ],
  [
    'billing.reservation.amount_n',
    'entries, the receipt, and the price of what was estimated',
    'I33',
    `update billing.reservation set amount_n = amount_n - 1 ${SETTLED}`,
  ],
  [
    'billing.reservation.state',
    'the kind of the closing entry',
    'I7',
    `update billing.reservation set state = 'released', charged_n = null, cost_n = null, usage = null, usage_source = null, uncovered_n = null ${SETTLED}`,
  ],
  [
    'billing.reservation.charged_n',
    'entries, and the record',
    'I18',
    `update billing.reservation set charged_n = 7, cost_n = 7, usage = '{"request": 7}' ${SETTLED}`,
  ],
  [
    'billing.reservation.late',
    'the kind of the entry, and the memo book',
    'I7',
    `update billing.reservation set late = false, state = 'settled', charged_n = late_charged_n, late_charged_n = null where late`,
  ],
  [
    'billing.reservation.late_charged_n',
    'entries, and the record',
    'I18',
    `update billing.reservation set late_charged_n = late_charged_n - 1, cost_n = cost_n - 1 where late`,
  ],
  [
    'billing.reservation.cost_n',
    'the receipt, and what usage is worth at the price',
    'I33',
    `update billing.reservation set cost_n = cost_n - 1, uncovered_n = uncovered_n - 1 where uncovered_n > 0`,
  ],
  [
    'billing.reservation.uncovered_n',
    'the memo book',
    'I8',
    `update billing.reservation set uncovered_n = uncovered_n + 1, cost_n = cost_n + 1 where uncovered_n > 0`,
  ],
  [
    'billing.reservation.price_version_id',
    'the record, and the model that it names',
    'I33',
    `update billing.reservation set price_version_id = (select p.id from catalog.price_version p where not exists (select from billing.reservation r where r.price_version_id = p.id)) ${SETTLED}`,
  ],
  [
    'billing.reservation.uplift_bp',
    'the record, and the history of uplifts',
    'I26',
    `update billing.reservation set uplift_bp = 0, usage = '{"request": 6}' where uplift_bp > 0`,
  ],
  [
    'billing.reservation.estimate',
    'what it is worth at the price',
    'I34',
    `update billing.reservation set estimate = '{"request": 11}' ${SETTLED}`,
  ],
  [
    'billing.reservation.usage',
    'the record and its receipt',
    'I33',
    `update billing.reservation set usage = '{"request": 7}', cost_n = 7, charged_n = 7 ${SETTLED}`,
  ],
  [
    'billing.reservation.usage_source',
    'the record',
    'I33',
    `update billing.reservation set usage_source = 'estimated' ${SETTLED}`,
  ],
  [
    'billing.reservation.partial',
    'the receipt',
    'I33',
    `update billing.reservation set partial = true ${SETTLED}`,
  ],
  [
    'billing.reservation.ceiling_n',
    'the receipt',
    'I33',
    `update billing.reservation set ceiling_n = ceiling_n + 1 ${SETTLED}`,
  ],

  ['billing.credit_grant.id', 'the audit event, entries', 'I36', GRANT('id = gen_random_uuid()')],
  [
    'billing.credit_grant.user_id',
    'the audit event, entries',
    'I36',
    GRANT(`user_id = gen_random_uuid()`),
  ],
  [
    'billing.credit_grant.amount_n',
    'the audit event, the entry',
    'I27',
    GRANT('amount_n = amount_n + 1, remaining_n = remaining_n + 1'),
  ],
  [
    'billing.credit_grant.remaining_n',
    'the wallet',
    'I17',
    GRANT('remaining_n = remaining_n + 1, amount_n = amount_n + 1'),
  ],
  [
    'billing.credit_grant.consumed_n',
    'its days, and the charges in their order',
    'I29',
    GRANT('remaining_n = remaining_n - 1, consumed_n = consumed_n + 1'),
  ],
  [
    'billing.credit_grant.revoked_n',
    'entries, and audit events',
    'I42',
    GRANT('remaining_n = remaining_n + 1, revoked_n = revoked_n - 1'),
  ],
  [
    'billing.credit_grant.expired_n',
    'entries',
    'I42',
    GRANT('remaining_n = remaining_n - 1, expired_n = expired_n + 1'),
  ],
  [
    'billing.credit_grant.expires_at',
    'the audit event',
    'I27',
    GRANT(`expires_at = now() + interval '1 day'`),
  ],
  [
    'billing.credit_grant.created_at',
    'the entry',
    'I42',
    GRANT(`created_at = created_at - interval '1 day'`),
  ],

  [
    'billing.grant_day.grant_id',
    'the grant',
    'I29',
    CHANGED(
      'billing.grant_day',
      'grant_id = (select id from billing.credit_grant where revoked_n > 0)',
    ),
  ],
  [
    'billing.grant_day.day',
    'the entries of the day',
    'I39',
    CHANGED('billing.grant_day', 'day = day - 3'),
  ],
  [
    'billing.grant_day.consumed_n',
    'the grant, and the entries of the day',
    'I29',
    CHANGED('billing.grant_day', 'consumed_n = consumed_n - 1'),
  ],

  [
    'billing.provider_cost.op_id',
    'the hold',
    'I44',
    CHANGED('billing.provider_cost', 'op_id = gen_random_uuid()'),
  ],
  [
    'billing.provider_cost.attempt',
    'the hold',
    'I44',
    CHANGED('billing.provider_cost', 'attempt = attempt + 1'),
  ],
  [
    'billing.provider_cost.cost_n',
    'the hold',
    'I44',
    CHANGED('billing.provider_cost', 'cost_n = cost_n + 1'),
  ],
  [
    'billing.provider_cost.uncovered_n',
    'the hold',
    'I8',
    CHANGED('billing.provider_cost', 'uncovered_n = uncovered_n + 1'),
  ],
  [
    'billing.provider_cost.covered_n',
    'the hold',
    'I8',
    CHANGED('billing.provider_cost', 'covered_n = covered_n + 1'),
  ],
  [
    'billing.provider_cost.reason',
    'the hold',
    'I44',
    `update billing.provider_cost set reason = 'late' where reason = 'overrun'`,
  ],
  [
    'billing.provider_cost.user_id',
    'the hold',
    'I44',
    CHANGED('billing.provider_cost', 'user_id = gen_random_uuid()'),
  ],

  [
    'catalog.price_version.id',
    'the audit event, holds',
    'I37',
    CHANGED('catalog.price_version', 'id = gen_random_uuid()'),
  ],
  [
    'catalog.price_version.model_id',
    'the audit event, the model that records name',
    'I37',
    CHANGED(
      'catalog.price_version',
      'model_id = (select cast(max(cast(id as text)) as uuid) from catalog.model)',
    ),
  ],
  [
    'catalog.price_version.prices',
    'the audit event, receipts',
    'I37',
    CHANGED('catalog.price_version', `prices = '{"request": "999"}'`),
  ],
  [
    'catalog.price_version.effective_at',
    'the audit event',
    'I37',
    CHANGED('catalog.price_version', `effective_at = effective_at - interval '1 hour'`),
  ],
  [
    'catalog.price_version.created_at',
    'the audit event',
    'I37',
    CHANGED('catalog.price_version', `created_at = created_at - interval '1 hour'`),
  ],

  [
    'catalog.uplift_change.user_id',
    'the audit event, the uplift that stands',
    'I38',
    `update catalog.uplift_change set user_id = gen_random_uuid() where bp > 0`,
  ],
  [
    'catalog.uplift_change.model_id',
    'the audit event, the uplift that stands',
    'I38',
    `update catalog.uplift_change set model_id = null where bp > 0`,
  ],
  [
    'catalog.uplift_change.bp',
    'the audit event, the uplift that stands',
    'I38',
    `update catalog.uplift_change set bp = bp - 1 where bp > 0`,
  ],
  [
    'catalog.uplift_change.at',
    'the audit event',
    'I38',
    `update catalog.uplift_change set at = at + interval '1 hour' where bp > 0`,
  ],
  [
    'catalog.uplift_user.user_id',
    'the history of uplifts',
    'I38',
    `insert into catalog.uplift_user select user_id, bp from catalog.uplift_user_model`,
  ],
  [
    'catalog.uplift_user.bp',
    'the history of uplifts',
    'I38',
    `insert into catalog.uplift_user select user_id, 0 from catalog.uplift_user_model`,
  ],
  [
    'catalog.uplift_user_model.user_id',
    'the history of uplifts',
    'I38',
    CHANGED('catalog.uplift_user_model', 'user_id = gen_random_uuid()'),
  ],
  [
    'catalog.uplift_user_model.model_id',
    'the history of uplifts',
    'I38',
    CHANGED('catalog.uplift_user_model', 'model_id = gen_random_uuid()'),
  ],
  [
    'catalog.uplift_user_model.bp',
    'the history of uplifts',
    'I38',
    CHANGED('catalog.uplift_user_model', 'bp = bp - 1'),
  ],

  [
    'requests.record.id',
    'the hold',
    'I18',
    `update requests.record set id = gen_random_uuid() ${SETTLED}`,
  ],
  [
    'requests.record.user_id',
    'the hold',
    'I24',
    `update requests.record set user_id = gen_random_uuid() ${SETTLED}`,
  ],
  [
    'requests.record.api_key_id',
    'the hold',
    'I24',
    `update requests.record set api_key_id = gen_random_uuid() ${SETTLED}`,
  ],
  [
    'requests.record.model',
    'the price of the hold',
    'I33',
    `update requests.record set model = 'test/another' ${SETTLED}`,
  ],
  [
    'requests.record.usage',
    'the hold',
    'I33',
    `update requests.record set usage = '{"request": 7}' ${SETTLED}`,
  ],
  [
    'requests.record.usage_source',
    'the hold',
    'I33',
    `update requests.record set usage_source = 'counted' ${SETTLED}`,
  ],
  [
    'requests.record.charged_n',
    'the hold, sums of records',
    'I18',
    `update requests.record set charged_n = 7 ${SETTLED}`,
  ],
  [
    'requests.record.price_version_id',
    'the hold',
    'I24',
    `update requests.record set price_version_id = gen_random_uuid() ${SETTLED}`,
  ],
  [
    'requests.record.uplift_bp',
    'the hold',
    'I24',
    `update requests.record set uplift_bp = 1 ${SETTLED}`,
  ],
  [
    'requests.record.receipt',
    'the hold, and the price',
    'I33',
    `update requests.record set receipt = receipt || '{"cost_nano": "7"}' ${SETTLED}`,
  ],
  [
    'requests.rollup.charged_n',
    'the wallet, and the sums of other spans',
    'I28',
    `update requests.rollup set charged_n = charged_n - 1`,
  ],
];

/** Why the other columns of the same tables decide no amount. */
const REST: readonly (readonly [table: string, columns: string, because: string])[] = [
  ['billing.entry', 'id actor reason', 'names of the movement and of people'],
  [
    'billing.reservation',
    'owner expires_at closed_at close_reason',
    'say when and why a hold is given back, which I15 and I30 bound; the amount is the hold',
  ],
  [
    'billing.reservation',
    'created_at',
    'I25 and I26 hold it against prices and uplifts; what it makes dearer or cheaper shows at those columns',
  ],
  [
    'billing.reservation',
    'funded_at',
    'says which grant pays, not how much; I39 holds the grants against the charges',
  ],
  [
    'billing.credit_grant',
    'reason created_by idempotency_scope idempotency_key body_sha',
    'say who gave it and why, and that it is given once',
  ],
  [
    'billing.provider_cost',
    'n at is_known',
    'numbers losses of the platform, and how well they are known; nobody pays them',
  ],
  [
    'billing.grant_revocation',
    'actor idempotency_key grant_id body_sha taken_n remaining_n revoked_n expired_n at',
    'say what a repeated revocation is answered, and that credit is taken once; entries and the grant say what was taken',
  ],
  [
    'billing.seal',
    'no first_id next_id entries holds available_n reserved_n consumed_n issued_n digest chain sealed_at',
    'say what was verified; I48 and I49 hold them against each other and the movements, as seals.test.ts plays',
  ],
  [
    'billing.sealed_wallet',
    'user_id available_n reserved_n consumed_n issued_n',
    'sums of sealed movements, which I48 and I49 hold against these',
  ],
  [
    'billing.left_year',
    'year next_id last_no entries kept_entries kept_holds available_n reserved_n consumed_n issued_n digest summed_at left_at dropped_at parts',
    'what a year that left came to, which I52 holds against seals, wallets and what stays of it',
  ],
  [
    'billing.left_wallet',
    'year user_id available_n reserved_n consumed_n issued_n',
    'sums of movements that left, which I3, I49, I52 and the archive are held against',
  ],
  [
    'billing.sealed_grant',
    'grant_id before_n given_n ended_n',
    'sums of sealed charges; a full look adds them up again',
  ],
  [
    'billing.sealed_day',
    'grant_id next_day consumed_n',
    'sums of days that are over; a full look adds them up again',
  ],
  ['billing.process', 'id service seen_at', 'which processes live'],
  ['billing.forgone', 'op_id attempt at', 'which holds may not come any more'],
  ['catalog.price_version', 'created_by', 'a name'],
  ['catalog.uplift_change', 'id', 'a number'],
  ['catalog.uplift_user', 'updated_at', 'a time'],
  ['catalog.uplift_user_model', 'updated_at', 'a time'],
  [
    'requests.record',
    'at request_id mode route model_requested provider stream async status outcome error_code attempt output_policy effective_max_tokens queue_ms upstream_ms first_token_ms total_ms alias tries session_id tag reported usage_suspect',
    'tell of the request and not of the charge',
  ],
  [
    'requests.rollup',
    'level bucket user_id api_key_id kind_id',
    'say what is summed; I28 compares the sums of users and spans',
  ],
  [
    'requests.rollup',
    'requests input_tokens cache_read_tokens cache_write_tokens output_tokens reasoning_tokens total_histogram first_token_histogram',
    'counts for pictures and limits of use',
  ],
];

/** Every other column of the tables that hold amounts, with the reason why it needs no witness. */
export const DECIDES_NOTHING: ReadonlyMap<string, string> = new Map(
  REST.flatMap(([table, columns, because]) =>
    columns.split(' ').map((column) => [`${table}.${column}`, because] as const),
  ),
);
