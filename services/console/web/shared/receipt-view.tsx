import type { ReactElement } from 'react';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { formatCredits, toNano } from './money.ts';
import { addUp, PART_DIMENSIONS, priceOf } from './receipt.ts';
import type { ReceiptLine } from './receipt.ts';
import { dimensionName, restNames, plainName } from './texts/names.ts';
import { requestLabels as labels } from './texts/requests.ts';
import { count } from './times.ts';

const BP_PER_PERCENT = 100;

/** The receipt of a request, added up line by line before the reader's eyes. */
export function Receipt({ of: request }: { of: Pick<RequestDetail, 'receipt'> }): ReactElement {
  const { receipt } = request;
  if (receipt === null) return <p className="text-sm text-dim">{labels.noReceipt}</p>;
  const { lines, uplift_bp: upliftBp, cost, held, charged } = receipt;
  const isOverrun = held !== null && toNano(charged) > toNano(held);
  const { amounts, sum, uplift, total } = addUp(lines, upliftBp);
  return (
    <>
      <table className="w-full text-sm">
        <caption className="sr-only">{labels.receipt}</caption>
        <thead className="text-left text-xs text-dim">
          <tr>
            <th scope="col">{labels.dimension}</th>
            <th scope="col" className="text-right">
              {labels.quantityTimesPrice}
            </th>
            <th scope="col" className="text-right">
              {labels.credits}
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {lines.map(({ dimension, quantity, unit_price }, path) => (
            <tr key={dimension} className="border-t border-line">
              <td className="py-1.5">{nameOf(dimension, lines)}</td>
              <td className="text-right">
                {count(quantity)} × {priceText({ dimension, unit_price })}
              </td>
              <td className="py-1.5 pl-3 text-right">{amounts[path]}</td>
            </tr>
          ))}
          <Line label={labels.sum} amount={sum} />
          {upliftBp !== null && upliftBp > 0 && (
            <Line label={labels.uplift(upliftBp / BP_PER_PERCENT)} amount={uplift} />
          )}
          <Line label={labels.cost} amount={total} />
          {isOverrun && <Line label={labels.held} amount={formatCredits(held ?? '', true)} />}
          <Line label={labels.spent} amount={formatCredits(charged, true)} isStrong />
        </tbody>
      </table>
      <p className="mt-3 text-xs text-dim">{remarkOn({ cost, total, charged })}</p>
      {isOverrun && <p className="mt-1 text-xs text-dim">{labels.overrun}</p>}
      {receipt.usage_source !== null && (
        <p className="mt-1 text-xs text-dim">{sourceOf(receipt.usage_source)}</p>
      )}
    </>
  );
}

function priceText(line: Omit<ReceiptLine, 'quantity'>): string {
  const { price, perMillion } = priceOf(line);
  return perMillion ? labels.perMillion(price) : price;
}

/** Where a part is charged on a line of its own, the line of the whole has the rest alone. */
function nameOf(dimension: string, lines: readonly ReceiptLine[]): string {
  const parts = PART_DIMENSIONS[dimension] ?? [];
  const isRest = lines.some((line) => parts.includes(line.dimension));
  return (isRest ? restNames[dimension] : undefined) ?? dimensionName(dimension);
}

function Line({
  label,
  amount,
  isStrong = false,
}: {
  label: string;
  amount: string;
  isStrong?: boolean;
}): ReactElement {
  return (
    <tr className={`border-t border-line ${isStrong ? 'font-semibold' : ''}`}>
      <td colSpan={2} className="py-1.5">
        {label}
      </td>
      <td className="py-1.5 pl-3 text-right">{amount}</td>
    </tr>
  );
}

const sourceOf = (source: string): string =>
  source === 'implausible' ? labels.implausible : labels.counted(plainName(source));

/** Says whether the lines come to the cost, and why less was charged. */
function remarkOn({ cost, total, charged }: Record<'cost' | 'total' | 'charged', string>): string {
  const [reckoned, recorded, taken] = [total, cost, charged].map(toNano);
  if (reckoned !== recorded) return labels.differs(cost);
  return taken === recorded ? labels.addsUp : labels.lessCharged;
}
