import type { Entry, Reservation } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { getPlatformRequest } from '@tollgate/contract/routes/admin/requests';
import type { MountedRoute } from '@tollgate/http/route';
import { formatCredits } from '@tollgate/money/credits';
import { missingRecord } from '@tollgate/requests/records/archived-span.queries';
import { findRecord } from '@tollgate/requests/records/record.queries';
import { requestDetail } from '@tollgate/requests/records/record-views';
import { encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { platformRoute } from '../../platform-route.ts';
import { namedInRecord, ownerOf } from '../../request-out.ts';

export const handleGetPlatformRequest = (deps: AdminDeps): MountedRoute =>
  platformRoute(getPlatformRequest, async ({ params }) => {
    const named = { name: params.public_id, userId: null };
    const record = await findRecord(deps.reports, named);
    if (record === null) throw await missingRecord(deps.reports, params.public_id);
    return {
      ...requestDetail(record),
      ...ownerOf(record, await namesOf(deps.reports, namedInRecord(record))),
      operation_id: encodeId('op', record.id),
      reported_usage: record.reported,
      usage_suspect: record.usage_suspect,
      ...(await bookOf(deps, record.id)),
    };
  });

/** Null while billing is away: the rest can be looked at all the same. */
async function bookOf({ billing, logger }: AdminDeps, opId: string) {
  try {
    const [holds, entries] = await Promise.all([
      billing.reservations(opId),
      billing.operationEntries(opId),
    ]);
    return { ledger: holds.map(holdOut), ledger_entries: entries.map(entryOut) };
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'billing_unavailable') throw error;
    logger.warn({ error }, 'a request is shown without its holds');
    return { ledger: null, ledger_entries: null };
  }
}

function entryOut(entry: Entry) {
  return {
    id: encodeId('txn', entry.id),
    attempt: entry.attempt ?? 1,
    type: entry.kind,
    available_change: formatCredits(BigInt(entry.available_nano)),
    reserved_change: formatCredits(BigInt(entry.reserved_nano)),
    consumed_change: formatCredits(BigInt(entry.consumed_nano)),
    created_at: entry.at,
  };
}

function holdOut(hold: Reservation) {
  return {
    attempt: hold.attempt,
    state: hold.state,
    held: formatCredits(BigInt(hold.amount_nano)),
    charged: hold.charged_nano === null ? null : formatCredits(BigInt(hold.charged_nano)),
    close_reason: hold.close_reason,
    price_version_id: encodeId('prc', hold.price_version_id),
    uplift_bp: hold.uplift_bp,
    created_at: hold.created_at,
    closed_at: hold.closed_at,
  };
}
