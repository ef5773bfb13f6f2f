import type { ReactElement } from 'react';
import type { ArchivedOut } from '@tollgate/contract/request-records';
import { common } from './texts/common.ts';
import { longTime } from './times.ts';

/** What a list or a figure leaves out because it is in the archive; nothing where it is whole. */
export function ArchivedNote({ of }: { of: ArchivedOut | null | undefined }): ReactElement | null {
  if (of === null || of === undefined) return null;
  return <p className="mt-3 text-sm text-dim">{common.archived(longTime(of.to))}</p>;
}
