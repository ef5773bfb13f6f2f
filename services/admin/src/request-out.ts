import { requestOut } from '@tollgate/requests/records/record-views';
import type { KeptRecord } from '@tollgate/requests/records/record-scope.queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { NamedIds, Names } from './names.ts';

/** The ids of a record that people know by names. */
export const namedInRecord = (record: KeptRecord): NamedIds[] => [
  { user: record.user_id, key: record.api_key_id },
];

/** A record in a list of the platform. */
export function platformRequestOut(record: KeptRecord, names: Names) {
  return { ...requestOut(record), ...ownerOf(record, names) };
}

/** The owner of a request, and the key that was used. Each user is an organization of one. */
export function ownerOf(record: KeptRecord, names: Names) {
  const id = encodeId('usr', record.user_id);
  return {
    user_id: id,
    user_email: names.email(record.user_id),
    organization_id: id,
    key_name: names.key(record.api_key_id)?.name ?? null,
  };
}
