import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { RequestView } from '../../shared/request-view.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { PageHead } from '../../shared/ui/card.tsx';
import { Id } from '../../shared/ui/copy.tsx';
import { WhyFailed } from '../../shared/why-failed.tsx';
import { KeyName } from '../key-name.tsx';

const labels = texts.requests;

/** One request: how it ended, what it cost and why, and where its time went. */
export function RequestPage(): ReactElement {
  const { id } = useParams({ from: '/requests/$id' });
  const detail = useQuery({
    queryKey: ['request', id],
    queryFn: () =>
      dataOf(users.GET('/api/requests/{public_id}', { params: { path: { public_id: id } } })),
  });
  return (
    <>
      <PageHead
        title={labels.one}
        lead={<Id value={id} />}
        actions={
          <Link to="/requests" search={{}} className="text-sm text-accent underline">
            {labels.all}
          </Link>
        }
      />
      <Loaded query={detail}>
        {(request) => (
          <div className="space-y-4">
            <WhyFailed of={request} isOperator={false} />
            <RequestView
              of={request}
              more={[
                [labels.key, <KeyName key="key" id={request.api_key_id} />],
                [labels.tag, <Tag key="tag" of={request} />],
              ]}
              model={(model) => (
                <Link to="/models" search={{ id: model }} className="text-accent underline">
                  <bdi className="break-all">{model}</bdi>
                </Link>
              )}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Tag({ of: { tag } }: { of: RequestDetail }): ReactNode {
  if (tag === null) return common.none;
  return (
    <Link to="/requests" search={{ tag }} className="text-accent underline">
      <bdi className="break-all">{tag}</bdi>
    </Link>
  );
}
