import type { RequestDetail } from '@tollgate/contract/request-records';
import type { ReactElement } from 'react';
import { failureLabels as labels, failures } from './texts/failures.ts';
import type { Explanation } from './texts/failures.ts';
import { Card } from './ui/card.tsx';
import { Id } from './ui/copy.tsx';

type Request = Pick<RequestDetail, 'outcome' | 'status' | 'error_code' | 'public_id'>;

interface WhyFailedProps {
  of: Request;
  /** Whether an administrator reads it, who can do more about it. */
  isOperator: boolean;
}

/**
 * Why a call failed, what to do about it and where to read more; nothing for a call that did not
 * fail.
 */
export function WhyFailed({ of: request, isOperator }: WhyFailedProps): ReactElement | null {
  const { outcome, status, error_code: code, public_id: id } = request;
  const found = explanationOf(request);
  if (found === null) return null;
  const { why, move, operator = move } = found;
  return (
    <Card title={outcome === 'partial' ? labels.partialTitle : labels.title}>
      <p className="text-sm">
        <code className="font-medium text-bad">
          {status} {code}
        </code>{' '}
        {why}
      </p>
      <p className="mt-2 text-sm">
        <span className="font-medium">{labels.move}:</span> {isOperator ? operator : move}
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-dim">
        {code !== null && (
          <a href={`/docs/errors#${code}`} className="text-accent underline">
            {labels.docs}
          </a>
        )}
        <span>
          {labels.supportId} <Id value={id} />
        </span>
      </p>
    </Card>
  );
}

/** Null for a call that did not fail. */
function explanationOf({ outcome, error_code: code }: Request): Explanation | null {
  if (outcome === 'client_gone') return { why: labels.clientGone, move: labels.clientGoneMove };
  if (code === null) return null;
  const known: Readonly<Record<string, Explanation | undefined>> = failures;
  return known[code] ?? { why: labels.unknown, move: failures.internal_error.move };
}
