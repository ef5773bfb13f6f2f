import { Type } from 'typebox';
import type { Static } from 'typebox';
import { LinesAtBatchPrice } from '../batches.ts';
import { closed } from '../closed.ts';
import {
  Credits,
  KeyName,
  PAGE_ROWS_DEFAULT,
  PAGE_ROWS_MAX,
  Reason,
  Timestamp,
  UserEmail,
} from './shared.ts';

const Count = Type.Integer({ minimum: 0 });

/** How many of the open batches to show. */
export const PlatformBatchQuery = Type.Object(
  { limit: Type.Integer({ minimum: 1, maximum: PAGE_ROWS_MAX, default: PAGE_ROWS_DEFAULT }) },
  closed,
);

/** A batch that has not ended. */
export const PlatformBatchOut = Type.Object(
  {
    batch_id: Type.String(),
    user_id: Type.String(),
    user_email: UserEmail,
    key_id: Type.String(),
    key_name: KeyName,
    mode: Type.Union([Type.Literal('live'), Type.Literal('test')]),
    request_id: Type.String(),
    endpoint: Type.String(),
    /** Null where the lines name several, and before the file was checked. */
    model: Type.Union([Type.String(), Type.Null()]),
    state: Type.Union([
      Type.Literal('validating'),
      Type.Literal('in_progress'),
      Type.Literal('finalizing'),
      Type.Literal('cancelling'),
    ]),
    lines: Count,
    done: Count,
    failed: Count,
    lines_at_batch_price: LinesAtBatchPrice,
    charged_credits: Credits,
    created_at: Timestamp,
    /** When a worker last came further with it. */
    moved_at: Timestamp,
    /** When lines that were not run are given up. */
    expires_at: Timestamp,
  },
  closed,
);
export type PlatformBatchOut = Static<typeof PlatformBatchOut>;

/** Why a batch is cancelled; for the audit trail alone. */
export const PlatformBatchCancel = Type.Object({ reason: Type.Optional(Reason) }, closed);
