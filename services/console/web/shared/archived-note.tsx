import type { ReactElement } from 'react';
import type { ArchivedOut } from '@tollgate/contract/request-records';
import { common } from './texts/common.ts';
import { longTime } from './times.ts';

/** What a list or a figure leaves out because it is in the archive; nothing where it is whole. */
export function ArchivedNote({
  of,
  text = common.archived,
}: {
  of: ArchivedOut | null | undefined;
  /** Says what is left out before a moment; default: everything. */
  text?: ((before: string) => string) | undefined;
}): ReactElement | null {
  if (of === null || of === undefined) return null;
  return <p className="mt-3 text-sm text-dim">{text(longTime(of.to))}</p>;
}
