import { connectDatabase, row } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { insertRecords } from '@tollgate/requests/records/record-insert.queries';
import type { RequestRecord } from '@tollgate/requests/records/request-record';
import {
  sumBetween,
  sumByKey,
  sumByKind,
  sumByKindAndStep,
  sumByOwners,
} from '@tollgate/requests/usage/sum.queries';
import type { KindRow } from '@tollgate/requests/usage/sum.queries';
import { newUuid } from '@tollgate/runtime/ids';
import { aDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';
import { createRandom } from '../../support/random.ts';
import { aRecord } from '../../support/request-records.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS = 130;
const RANGES = 60;
/** The last record is of this very hour: a range that lasts till now is read otherwise. */
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
const START = NOW - DAYS * DAY_MS;
const random = createRandom(15);
const users = [newUuid(), newUuid(), newUuid()];

let database: TestDatabase;
let owner: Knex;
let records: RequestRecord[];
/** The histogram of one of them, which all took as long. */
let histogram: bigint;

beforeAll(async () => {
  database = await aDatabase();
  owner = connectDatabase({
    url: database.url,
    applicationName: 'test-ranges',
    poolMax: 2,
    statementTimeoutMs: 60_000,
  });
  records = Array.from({ length: 1_200 }, () =>
    aRecord({
      user_id: random.pick(users),
      // Many stand at the very start of a month, a day or an hour.
      at: new Date(START + random.between(0, DAYS * 24) * HOUR_MS - random.between(0, 1)),
      model: random.pick(['acme/a', 'acme/b']),
      charged_n: BigInt(random.between(1, 1_000_000_000)),
    }),
  );
  await insertRecords(owner, records);
  const one = await row<{ histogram: string }>(
    owner,
    'select cast(requests.in_histogram(:ms) as text) as histogram',
    { ms: aRecord().total_ms },
  );
  histogram = BigInt(one?.histogram ?? 0);
});
afterAll(async () => {
  await owner.destroy();
  await database.drop();
});

const aRange = (): { from: Date; until: Date } => {
  const size = random.pick([HOUR_MS, DAY_MS]);
  const moment = () => START + random.between(-2, (DAYS * DAY_MS) / size + 2) * size;
  const [one, other] = [moment(), moment()];
  const last = random.pick([Math.max(one, other), Math.max(one, other), NOW]);
  const [from, until] = [Math.min(one, other, last), last + HOUR_MS];
  return { from: new Date(from), until: new Date(until) };
};
const within = ({ from, until }: { from: Date; until: Date }, model: string | null) =>
  records.filter((one) => one.at >= from && one.at < until && (!model || one.model === model));
const total = (some: readonly { charged_n: bigint }[]): bigint =>
  some.reduce((sum, { charged_n }) => sum + charged_n, 0n);

const nameOfKind = ({ provider, model, route, status, outcome, errorCode }: KindRow): string =>
  [provider, model, route, status, outcome, errorCode].join(' ');
const byKind = (one: KindRow, other: KindRow): number =>
  nameOfKind(one).localeCompare(nameOfKind(other));

test('sums of any hours are those of their records, to the last nano-credit', async () => {
  for (let turn = 0; turn < RANGES; turn += 1) {
    const range = aRange();
    const model = random.pick([null, 'acme/a']);
    const scope = { ...EVERY_REQUEST, ...range, model };
    const wanted = within(range, model);

    const byOwner = await sumByOwners(owner, scope, 10);
    expect(byOwner.keys).toEqual(await sumByKey(owner, scope, 10));
    const expected = users
      .map((id) => wanted.filter(({ user_id }) => user_id === id))
      .filter((some) => some.length > 0)
      .map((some) => `${some[0]?.user_id} ${total(some)} ${some.length}`);
    const reported = byOwner.users.map(
      ({ id, charged, requests }) => `${id} ${charged} ${requests}`,
    );
    expect(reported.sort()).toEqual(expected.sort());

    const all = await sumByKind(owner, scope);
    expect(all.reduce((sum, { charged }) => sum + charged, 0n)).toBe(total(wanted));
    const userId = random.pick(users);
    const mine = wanted.filter(({ user_id }) => user_id === userId);
    const own = await sumByKind(owner, { ...scope, userId });
    expect(own.reduce((sum, { charged }) => sum + charged, 0n)).toBe(total(mine));
    const step = random.pick(['hour', 'day'] as const);
    const { kinds, steps } = await sumByKindAndStep(owner, { ...scope, userId }, step);
    expect(steps.reduce((sum, { charged }) => sum + charged, 0n)).toBe(total(mine));
    expect(kinds.toSorted(byKind)).toMatchObject(own.toSorted(byKind));
    const everybody = await sumByKindAndStep(owner, scope, step);
    expect(everybody.kinds.toSorted(byKind)).toMatchObject(all.toSorted(byKind));
    expect(everybody.steps.reduce((sum, { charged }) => sum + charged, 0n)).toBe(total(wanted));
  }
});

/** Beginnings of days in a zone so many hours from UTC, whose clocks change twice a year. */
const daysInZone = (offset: number, range: { from: Date; until: Date }): Date[] => {
  const starts: Date[] = [];
  for (let at = Math.floor(range.from.getTime() / DAY_MS) * DAY_MS - offset * HOUR_MS; ;) {
    if (at >= range.until.getTime()) return starts;
    starts.push(new Date(at));
    at += random.pick([23, 24, 24, 24, 24, 25]) * HOUR_MS;
  }
};

test('days of any zone are those of their records, and so are steps of an hour', async () => {
  for (let turn = 0; turn < RANGES; turn += 1) {
    const range = aRange();
    const isHourly = turn % 5 === 0;
    const starts = isHourly
      ? Array.from({ length: 48 }, (_none, hour) => new Date(START + (hour + turn) * HOUR_MS))
      : daysInZone(random.between(-12, 14), range);
    const first = starts[0] ?? range.from;
    const until = new Date((starts.at(-1) ?? first).getTime() + HOUR_MS * (isHourly ? 1 : 24));
    const userId = random.pick([null, ...users]);
    const model = random.pick([null, 'acme/b']);
    const scope = { ...EVERY_REQUEST, from: first, until, userId, model };

    const expected = starts.flatMap((start, at) => {
      const some = within({ from: start, until: starts[at + 1] ?? until }, model).filter(
        ({ user_id }) => userId === null || user_id === userId,
      );
      if (some.length === 0) return [];
      return [
        `${start.toISOString()} ${total(some)} ${some.length} ${BigInt(some.length) * histogram}`,
      ];
    });
    const steps = await sumBetween(owner, scope, starts);
    expect(
      steps.map((one) => `${one.bucket.toISOString()} ${one.charged} ${one.requests} ${one.total}`),
    ).toEqual(expected);
  }
});
