import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import type { PlatformRequestDetail } from '@tollgate/contract/platform/analytics';
import { dataOf } from '../../shared/api/data-of.ts';
import { asFailure } from '../../shared/api/failure.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { RequestView } from '../../shared/request-view.tsx';
import type { Fact } from '../../shared/request-view.tsx';
import { common } from '../../shared/texts/common.ts';
import { modelPage } from '../../shared/texts/model-page.ts';
import { texts } from '../../shared/texts/platform.ts';
import { dimensionName, plainName } from '../../shared/texts/names.ts';
import { requestLabels as labels } from '../../shared/texts/requests.ts';
import { Card, Empty, PageHead } from '../../shared/ui/card.tsx';
import { Id } from '../../shared/ui/copy.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { WhyFailed } from '../../shared/why-failed.tsx';
import { ModelLink } from '../model-link.tsx';
import { Named, UserLink } from '../user-link.tsx';

const own = texts.requests;
const NOT_FOUND = 404;
const route = getRouteApi('/requests/$id');
type Detail = PlatformRequestDetail;

/** One request of a user, with its movements in the ledger. */
export function RequestPage(): ReactElement {
  const { id } = route.useParams();
  const detail = useQuery({
    queryKey: ['request', id],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/requests/{public_id}', { params: { path: { public_id: id } } }),
      ),
  });
  return (
    <>
      <PageHead
        title={labels.one}
        lead={<Id value={id} />}
        actions={
          <Link to="/requests" className="text-sm text-accent underline">
            {labels.all}
          </Link>
        }
      />
      {detail.isError && asFailure(detail.error).status === NOT_FOUND ? (
        <Empty title={own.noRecord}>{own.noRecordText}</Empty>
      ) : (
        <Loaded query={detail}>
          {(request) => (
            <div className="space-y-4">
              <WhyFailed of={request} isOperator />
              <RequestView
                of={request}
                more={factsOf(request)}
                model={(model) => <ModelLink id={model} />}
              />
              <Card title={own.holds}>
                <Holds of={request.ledger ?? []} />
              </Card>
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

function Tag({ of: { tag } }: { of: Detail }): ReactNode {
  if (tag === null) return common.none;
  return (
    <Link to="/requests" search={{ tag }} className="text-accent underline">
      <bdi className="break-all">{tag}</bdi>
    </Link>
  );
}

const factsOf = (request: Detail): readonly Fact[] => [
  [
    own.user,
    <div key="user">
      <UserLink id={request.user_id} email={request.user_email} />
      <div>
        <Id value={request.user_id} />
      </div>
    </div>,
  ],
  [
    labels.key,
    <div key="key">
      <Named id={request.api_key_id} name={request.key_name} />
      <Link
        to="/requests"
        search={{ api_key_id: request.api_key_id }}
        className="text-accent underline"
      >
        {modelPage.requests}
      </Link>
    </div>,
  ],
  [labels.tag, <Tag key="tag" of={request} />],
  [own.operation, <Id key="operation" value={request.operation_id} />],
  ...doubtsOf(request),
];

/** Lists the faults of the usage that the provider reported. */
function doubtsOf({ usage_suspect: suspect, reported_usage: reported }: Detail): Fact[] {
  if (suspect === null) return [];
  const counts = Object.entries(reported ?? {}).map(
    ([name, count]) => `${dimensionName(name)} ${count}`,
  );
  const reportedCounts = counts.length === 0 ? '' : ` (${counts.join(', ')})`;
  return [[own.suspectUsage, `${labels.suspect[suspect]}${reportedCounts}`]];
}

function Holds({ of: holds }: { of: NonNullable<Detail['ledger']> }): ReactElement {
  if (holds.length === 0) return <p className="text-sm text-dim">{own.noHolds}</p>;
  return (
    <Table
      label={own.holds}
      rows={holds}
      keyOf={({ attempt }) => String(attempt)}
      columns={[
        { head: own.attempt, isNumber: true, cell: ({ attempt }) => attempt },
        { head: own.state, cell: ({ state }) => plainName(state) },
        { head: own.held, isNumber: true, cell: ({ held }) => <Money amount={held} exact /> },
        {
          head: own.spent,
          isNumber: true,
          cell: ({ charged }) =>
            charged === null ? common.none : <Money amount={charged} exact />,
        },
        {
          head: own.reason,
          cell: ({ close_reason: why }) => (why === null ? common.none : plainName(why)),
        },
        { head: own.priceVersion, cell: (row) => <code>{row.price_version_id}</code> },
        { head: own.opened, cell: (row) => <Time at={row.created_at} /> },
        {
          head: own.closed,
          cell: ({ closed_at: at }) => (at === null ? common.none : <Time at={at} />),
        },
      ]}
    />
  );
}
