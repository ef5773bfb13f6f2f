import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { OperationDetail } from '@tollgate/contract/operations';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { longTime } from '../../shared/times.ts';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { CodeBlock } from '../../shared/ui/copy.tsx';
import { Facts as FactList } from '../../shared/ui/facts.tsx';
import { KeyName } from '../key-name.tsx';
import { OperationState } from '../operation-state.tsx';

const labels = texts.operations;
const LIVE_MS = 2_000;

type Operation = OperationDetail;

/** One asynchronous operation: its state, and its response while that is available. */
export function OperationPage(): ReactElement {
  const { id } = useParams({ from: '/operations/$id' });
  const detail = useQuery({
    queryKey: ['operation', id],
    queryFn: () =>
      dataOf(users.GET('/api/operations/{op_id}', { params: { path: { op_id: id } } })),
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? LIVE_MS : false),
  });
  return (
    <>
      <PageHead
        title={labels.one}
        lead={<code className="break-all">{id}</code>}
        actions={
          <Link to="/operations" search={{}} className="text-sm text-accent underline">
            {labels.all}
          </Link>
        }
      />
      <Loaded query={detail}>
        {(operation) => (
          <div className="grid gap-4">
            <Card title={texts.requests.whatHappened}>
              <Facts of={operation} />
            </Card>
            <Card title={labels.response}>
              <Answer of={operation} />
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Facts({ of: operation }: { of: Operation }): ReactElement {
  const { finished_at: finishedAt, public_id: publicId } = operation;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [labels.state, <OperationState key="state" of={operation} />],
    [labels.accepted, longTime(operation.created_at)],
    [labels.ended, finishedAt === null ? common.none : longTime(finishedAt)],
    [labels.keptUntil, longTime(operation.expires_at)],
    [texts.requests.key, <KeyName key="key" id={operation.api_key_id} />],
    [texts.requests.endpoint, <code key="endpoint">{operation.endpoint}</code>],
    [common.requestId, <code key="id">{operation.request_id}</code>],
    [
      texts.requests.receipt,
      publicId === null ? (
        common.none
      ) : (
        <Link
          key="receipt"
          to="/requests/$id"
          params={{ id: publicId }}
          className="text-accent underline"
        >
          {texts.requests.one}
        </Link>
      ),
    ],
  ];
  return <FactList facts={facts} />;
}

function Answer({ of: operation }: { of: Operation }): ReactElement {
  if (operation.finished_at === null) {
    return (
      <p role="status" className="text-sm text-dim">
        {labels.waiting}
      </p>
    );
  }
  if (!operation.answer_kept) return <p className="text-sm text-dim">{labels.goneText}</p>;
  const text = textIn(operation.answer);
  return (
    <div className="space-y-4">
      {text !== undefined && (
        <p dir="auto" className="text-sm break-words whitespace-pre-wrap">
          {text}
        </p>
      )}
      <CodeBlock label="JSON" code={JSON.stringify(operation.answer, null, 2)} />
    </div>
  );
}

interface Document {
  choices?: { message?: { content?: unknown } }[];
  error?: { message?: unknown };
}

/** What a reader looks for first in an answer of chat, and in an error. */
function textIn(answer: unknown): string | undefined {
  const { choices, error } = (answer ?? {}) as Document;
  const text = choices?.[0]?.message?.content ?? error?.message;
  return typeof text === 'string' ? text : undefined;
}
