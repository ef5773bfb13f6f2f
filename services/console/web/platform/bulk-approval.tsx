import type { ReactElement } from 'react';
import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import { bulkApproval as labels } from '../shared/texts/bulk-approval.ts';
import { common } from '../shared/texts/common.ts';
import { Button } from '../shared/ui/button.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { BulkLine } from './bulk-line.tsx';
import { isFailed, isOver, useBulk } from './bulk-state.ts';
import type { Bulk } from './bulk-state.ts';
import { usePermission } from './permission.tsx';

const PRICE = 'POST /api/platform/models/{model_id}/prices';

interface BulkApprovalProps {
  models: readonly PlatformModelOut[];
  close: () => void;
}

/**
 * Approves several models, each with prices that were looked up for it. Every model has a line that
 * says what became of it; what failed can be tried again.
 */
export function BulkApproval({ models, close }: BulkApprovalProps): ReactElement {
  const mayPrice = usePermission()(PRICE);
  const bulk = useBulk(models, mayPrice);
  const { lines, open, isRunning, choose, limit, run } = bulk;
  const isBegun = lines.some(({ state }) => state !== undefined);
  const isLooking = lines.some((line) => line.isLooking);
  const again = lines.some(({ state }) => isFailed(state));
  return (
    <Dialog title={labels.title} close={close} isFirm={isRunning}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning) void run();
        }}
      >
        <p className="text-sm text-dim">{mayPrice ? labels.text : labels.mayNotPrice}</p>
        <ul className="space-y-3">
          {lines.map((line) => (
            <BulkLine
              key={line.model.id}
              line={line}
              mayPrice={mayPrice}
              isRunning={isRunning}
              choose={(choice) => choose(line, choice)}
              limit={(name, value) => limit(line, name, value)}
            />
          ))}
        </ul>
        <p role="status" className="text-sm">
          {statusOf(bulk)}
        </p>
        <div className="flex justify-end gap-2">
          <Button disabled={isRunning} onClick={close}>
            {isBegun ? common.close : common.cancel}
          </Button>
          <Button type="submit" look="main" disabled={isRunning || isLooking || open.length === 0}>
            {again ? labels.retry : labels.open(open.length)}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function statusOf({ lines, open }: Bulk): string {
  if (lines.some(({ state }) => state !== undefined)) {
    const count = (is: typeof isOver): number => lines.filter(({ state }) => is(state)).length;
    return labels.summary(count(isOver), count(isFailed));
  }
  if (lines.some(({ isLooking }) => isLooking)) return labels.looking;
  return open.length === 0 ? labels.nothing : '';
}
