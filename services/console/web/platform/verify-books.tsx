import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import type { AuditVerification } from '@tollgate/contract/platform/audit';
import type { PlatformLedgerVerification } from '@tollgate/contract/ledger-verification';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { auditTexts as labels } from '../shared/texts/audit.ts';
import { count, longTime } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';

/** Whether the trail and the ledger hold, on demand: both are walked in whole. */
export function VerifyBooks(): ReactElement {
  const chain = useQuery({
    queryKey: ['verify', 'chain'],
    queryFn: () => dataOf(platform.GET('/api/platform/audit-events/verify')),
    enabled: false,
    retry: false,
  });
  const book = useQuery({
    queryKey: ['verify', 'book'],
    queryFn: () => dataOf(platform.GET('/api/platform/ledger/verify')),
    enabled: false,
    retry: false,
  });
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <OnDemand title={labels.chain} lead={labels.chainText} query={chain}>
        {(result) => <Chain result={result} />}
      </OnDemand>
      <OnDemand title={labels.ledger} lead={labels.ledgerText} query={book}>
        {(result) => <Ledger result={result} />}
      </OnDemand>
    </div>
  );
}

interface OnDemandProps<Data> {
  title: string;
  lead: string;
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

function OnDemand<Data>({ title, lead, query, children }: OnDemandProps<Data>): ReactElement {
  return (
    <Card
      title={title}
      actions={
        <Button
          aria-label={`${labels.verify}: ${title}`}
          disabled={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {query.isFetching ? labels.verifying : labels.verify}
        </Button>
      }
    >
      <p className="text-sm text-dim">{lead}</p>
      <div role="status" className="mt-2 text-sm">
        {query.isError && !query.isFetching && <ErrorNote error={query.error} />}
        {query.data !== undefined && !query.isFetching && children(query.data)}
      </div>
    </Card>
  );
}

function Chain({ result }: { result: AuditVerification }): ReactElement {
  const { broken, events } = result;
  return broken === null ? (
    <p className="text-good">{labels.chainHolds(count(events))}</p>
  ) : (
    <p className="text-bad">{labels.chainBroken(broken.seq, broken.fault)}</p>
  );
}

function Unchecked({ since }: { since: string | null }): ReactElement {
  return (
    <p className="text-bad">{labels.ledgerUnchecked(since === null ? null : longTime(since))}</p>
  );
}

function Ledger({ result }: { result: PlatformLedgerVerification }): ReactElement {
  const { ok, checks, unchecked_since: since } = result;
  if (since !== undefined) return <Unchecked since={since} />;
  if (ok) return <p className="text-good">{labels.ledgerHolds(count(checks.length))}</p>;
  return (
    <>
      <p className="text-bad">{labels.ledgerBroken}</p>
      <ul className="mt-1 list-disc pl-5">
        {checks
          .filter((check) => !check.ok)
          .map(({ id, invariant }) => (
            <li key={id}>
              <code>{id}</code> {invariant}
            </li>
          ))}
      </ul>
    </>
  );
}
