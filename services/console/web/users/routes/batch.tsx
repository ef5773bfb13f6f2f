import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { UserBatch } from '@tollgate/contract/user-batches';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { LIVE_MS } from '../../shared/live.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { batches } from '../../shared/texts/batches.ts';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { count, longTime } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { BatchFile, BatchLines, BatchState } from '../batch-state.tsx';
import { KeyName } from '../key-name.tsx';

const labels = batches;
type Batch = UserBatch;

/** One batch: its state, its cost, and the files of its results. */
export function BatchPage(): ReactElement {
  const { id } = useParams({ from: '/batches/$id' });
  const detail = useQuery({
    queryKey: ['batch', id],
    queryFn: () =>
      dataOf(users.GET('/api/batches/{batch_id}', { params: { path: { batch_id: id } } })),
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? LIVE_MS : false),
  });
  return (
    <>
      <PageHead
        title={labels.one}
        lead={<code className="break-all">{id}</code>}
        actions={
          <Link
            to="/operations"
            search={{ kind: 'batches' }}
            className="text-sm text-accent underline"
          >
            {labels.all}
          </Link>
        }
      />
      <Loaded query={detail}>
        {(batch) => (
          <div className="grid gap-4">
            <Card title={texts.requests.whatHappened} actions={<Cancel of={batch} />}>
              <Facts facts={factsOf(batch)} />
            </Card>
            {batch.errors.length > 0 && <Errors of={batch} />}
            <Card title={labels.results}>
              <Results of={batch} />
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}

function factsOf(batch: Batch): readonly (readonly [string, ReactNode])[] {
  const { finished_at: finishedAt } = batch;
  return [
    [texts.operations.state, <BatchState key="state" of={batch} />],
    [labels.lines, <BatchLines key="lines" of={batch} />],
    [labels.atBatchPrice, labels.ofLines(count(batch.lines_at_batch_price), count(batch.done))],
    [labels.spent, <Money key="spent" amount={batch.charged} exact />],
    [texts.operations.accepted, longTime(batch.created_at)],
    finishedAt === null
      ? [labels.until, longTime(batch.expires_at)]
      : [texts.operations.ended, longTime(finishedAt)],
    [texts.requests.endpoint, <code key="endpoint">{batch.endpoint}</code>],
    [texts.requests.model, <bdi key="model">{batch.model ?? labels.several}</bdi>],
    [texts.requests.key, <KeyName key="key" id={batch.api_key_id} />],
    [common.requestId, <code key="id">{batch.request_id}</code>],
  ];
}

/** The states from which a batch can be cancelled. */
const CANCELLABLE: readonly Batch['state'][] = ['validating', 'in_progress'];

function Cancel({ of: { id, state } }: { of: Batch }): ReactElement | null {
  const [asks, ask] = useState(false);
  const params = { path: { batch_id: id } };
  if (!CANCELLABLE.includes(state)) return null;
  return (
    <>
      <Button onClick={() => ask(true)}>{labels.cancel}</Button>
      {asks && (
        <Confirm
          title={labels.cancelTitle}
          name={id}
          action={labels.cancelTitle}
          run={() => dataOf(users.POST('/api/batches/{batch_id}/cancel', { params }))}
          changed={[['batch', id], ['batches']]}
          close={() => ask(false)}
        >
          {labels.cancelText}
        </Confirm>
      )}
    </>
  );
}

function Errors({ of: { errors } }: { of: Batch }): ReactElement {
  return (
    <Card title={labels.errors}>
      <ul className="space-y-1 text-sm">
        {errors.map(({ code, message, line }) => (
          <li key={`${line}-${code}`}>
            {line !== null && labels.ofLine(count(line))}
            <bdi>{message}</bdi> (<code>{code}</code>)
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Results({ of: batch }: { of: Batch }): ReactElement {
  const { finished_at: finishedAt, mode } = batch;
  const files = [
    [labels.outputFile, batch.output_file],
    [labels.errorFile, batch.error_file],
    [labels.inputFile, batch.input_file],
  ] as const;
  return (
    <div className="space-y-3 text-sm">
      {finishedAt === null && (
        <p role="status" className="text-dim">
          {labels.later}
        </p>
      )}
      <Facts
        facts={files.map(([name, file]) => [
          name,
          file === null ? (
            <span className="text-dim">{common.none}</span>
          ) : (
            <span key={file.id}>
              <BatchFile of={file} mode={mode} />{' '}
              <bdi className="break-all text-dim">{file.filename}</bdi>{' '}
              {file.kept_until !== null && labels.keptUntil(longTime(file.kept_until))}
            </span>
          ),
        ])}
      />
    </div>
  );
}
