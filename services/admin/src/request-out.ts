import { requestOut } from '@tollgate/requests/records/record-views';
import type { KeptRecord } from '@tollgate/requests/records/record-queries';
import { encodeId } from '@tollgate/runtime/ids';

/** A record in a list of the platform. */
export function platformRequestOut(record: KeptRecord) {
  return { ...requestOut(record), ...ownerOf(record) };
}

/** Whose request it was. Each user is an organization of one. */
export function ownerOf(record: KeptRecord) {
  const id = encodeId('usr', record.user_id);
  return { user_id: id, organization_id: id };
}
