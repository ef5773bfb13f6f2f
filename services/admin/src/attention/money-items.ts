import { ATTENTION_OF_KIND_MAX } from '@tollgate/contract/platform/attention';
import type { AttentionItemOut } from '@tollgate/contract/platform/attention';
import { publicIdsOf } from '@tollgate/catalog/model.queries';
import { emailsOf } from '@tollgate/identity/users';
import { listExpiringKeys } from '@tollgate/keys/key-expiry.queries';
import { listHeldOwners } from '@tollgate/keys/overrun.queries';
import { countSetAside } from '@tollgate/requests/quarantine/quarantine.queries';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { listImplausible } from '@tollgate/requests/usage/implausible-usage.queries';
import { listRefusedUsers } from '@tollgate/requests/usage/sum.queries';
import type { RefusedUser } from '@tollgate/requests/usage/sum.queries';
import { encodeId } from '@tollgate/runtime/ids';
import { listAlarms } from '@tollgate/webhooks/alarm.queries';
import type { AdminDeps } from '../deps.ts';
import { countedItem, itemOf } from './item.ts';

const DAY_MS = 86_400_000;
/** The ledger is looked at every hour: an alarm that two looks did not repeat is over. */
const LEDGER_MINUTES = 130;
/** Processes repeat the alarm of a spool several times a minute. */
const SPOOL_MINUTES = 10;
const EXPIRING_DAYS = 7;
const limit = ATTENTION_OF_KIND_MAX;

type Deps = Pick<AdminDeps, 'reports' | 'billing' | 'now' | 'logger'>;

/** What needs attention in the ledger, in the settlements and in the wallets and keys of users. */
export async function moneyItems(deps: Deps): Promise<AttentionItemOut[]> {
  const { reports } = deps;
  const found = await Promise.all([
    alarmItems(deps, { type: 'ledger.alarm', kind: 'invariant_broken', minutes: LEDGER_MINUTES }),
    alarmItems(deps, {
      type: 'ledger.unchecked',
      kind: 'ledger_unchecked',
      minutes: LEDGER_MINUTES,
    }),
    alarmItems(deps, { type: 'spool.alarm', kind: 'spool_alarm', minutes: SPOOL_MINUTES }),
    countSetAside(reports).then((count) => countedItem('settlements_refused', count)),
    usersWithoutCredit(deps),
    implausibleItems(deps),
    heldItems(deps),
    expiringItems(deps),
  ]);
  return found.flat();
}

interface WantedAlarms {
  type: string;
  kind: AttentionItemOut['kind'];
  minutes: number;
}

async function alarmItems(
  { reports }: Deps,
  { type, kind, minutes }: WantedAlarms,
): Promise<AttentionItemOut[]> {
  const alarms = await listAlarms(reports, { type, minutes, limit });
  return alarms.map(({ subject, raisedAt }) =>
    itemOf(kind, { name: subject, since: raisedAt.toISOString() }),
  );
}

/** Users whose calls of the last day were refused for want of credit, and who still have none. */
async function usersWithoutCredit(deps: Deps): Promise<AttentionItemOut[]> {
  const { reports, now } = deps;
  const until = now();
  const scope = { ...EVERY_REQUEST, from: new Date(until.getTime() - DAY_MS), until };
  const wanted = { errorCode: 'insufficient_credit', limit };
  const refused = await withoutCredit(deps, await listRefusedUsers(reports, scope, wanted));
  const emails = await emailsOf(
    reports,
    refused.map(({ id }) => id),
  );
  return refused.map(({ id, requests }) =>
    itemOf('user_without_credit', {
      id: encodeId('usr', id),
      name: emails.get(id) ?? null,
      count: requests,
    }),
  );
}

/** While billing is away, nobody knows who has credit again: each user is shown then. */
async function withoutCredit(
  { billing, logger }: Deps,
  users: readonly RefusedUser[],
): Promise<readonly RefusedUser[]> {
  if (users.length === 0) return [];
  try {
    const wallets = await billing.wallets(users.map(({ id }) => id));
    const rich = new Set(
      wallets.filter((one) => BigInt(one.available_nano) > 0n).map((one) => one.user_id),
    );
    return users.filter(({ id }) => !rich.has(id));
  } catch (error) {
    logger.warn({ error }, 'wallets could not be read for what needs attention');
    return users;
  }
}

async function implausibleItems({ reports }: Deps): Promise<AttentionItemOut[]> {
  return (await listImplausible(reports, limit)).map(({ opId, model, firstAt }) =>
    itemOf('usage_implausible', {
      id: encodeId('req', opId),
      name: model,
      since: firstAt.toISOString(),
    }),
  );
}

async function heldItems({ reports }: Deps): Promise<AttentionItemOut[]> {
  const held = await listHeldOwners(reports, limit);
  const [emails, models] = await Promise.all([
    emailsOf(
      reports,
      held.map(({ ownerId }) => ownerId),
    ),
    publicIdsOf(
      reports,
      held.map(({ modelId }) => modelId),
    ),
  ]);
  return held.map(({ ownerId, modelId, since }) =>
    itemOf('user_held_at_worst', {
      id: encodeId('usr', ownerId),
      name: emails.get(ownerId) ?? null,
      detail: models.get(modelId) ?? null,
      since: since.toISOString(),
    }),
  );
}

async function expiringItems({ reports }: Deps): Promise<AttentionItemOut[]> {
  const keys = await listExpiringKeys(reports, { days: EXPIRING_DAYS, limit });
  return keys.map(({ ownerId, name, expiresAt }) =>
    itemOf('key_expiring', {
      id: encodeId('usr', ownerId),
      name,
      detail: expiresAt.toISOString(),
    }),
  );
}
