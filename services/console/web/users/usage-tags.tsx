import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { TagUsage } from '@tollgate/contract/tag-usage';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { csvOf, download } from '../shared/csv.ts';
import { Loaded } from '../shared/page-states.tsx';
import { requestLabels } from '../shared/texts/requests.ts';
import { texts } from '../shared/texts/users.ts';
import { count } from '../shared/times.ts';
import { Tokens } from '../shared/token-columns.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { UsageSearch } from './search.ts';

const labels = texts.usage;
/** The longest range of sums by tag, in days of UTC. */
const DAYS_MAX = 90;
/** The days of the page where its address names none. */
const DAYS_DEFAULT = 30;
const TAGS_MAX = 1_000;

interface Found {
  from: string;
  until: string;
  data: readonly TagUsage[];
}

/** What the tags of calls came to. Their sums are kept by days of UTC, up to today. */
export function ByTag({ search }: { search: UsageSearch }): ReactElement | null {
  const days = daysOf(search);
  const { mode } = search;
  const query = { days: days ?? 1, limit: TAGS_MAX, ...(mode === undefined ? {} : { mode }) };
  const found = useQuery({
    queryKey: ['usage', 'tags', query],
    queryFn: () => dataOf(users.GET('/api/usage/tags', { params: { query } })),
    enabled: days !== null,
  });
  const rows = found.data?.data ?? [];
  return (
    <Card title={labels.byTag} actions={rows.length > 0 && <Csv rows={rows} />}>
      {days === null ? (
        <p className="text-sm text-dim">{labels.tagDays(DAYS_MAX)}</p>
      ) : (
        <>
          <p className="mb-2 text-sm text-dim">{labels.tagLead(days)}</p>
          <Loaded query={found}>{(report) => <Tags of={report} search={search} />}</Loaded>
        </>
      )}
    </Card>
  );
}

/** The last days that the page shows; null where it shows another range, or more than there are. */
function daysOf(search: UsageSearch): number | null {
  const { days = DAYS_DEFAULT, hours, from, to, date_from: selected } = search;
  const isOther = [hours, from, to, selected].some((value) => value !== undefined);
  return isOther || days > DAYS_MAX ? null : days;
}

function Tags({ of: { from, until, data }, search }: { of: Found; search: UsageSearch }) {
  if (data.length === 0) return <p className="text-sm text-dim">{labels.noTags}</p>;
  const { mode = 'live' } = search;
  return (
    <Table
      label={labels.byTag}
      rows={data}
      keyOf={({ tag }) => tag ?? ''}
      columns={[
        {
          head: requestLabels.tag,
          cell: ({ tag }) =>
            tag === null ? (
              labels.otherTags
            ) : (
              <Link
                to="/requests"
                search={{ tag, mode, date_from: from, date_to: until }}
                className="text-accent underline"
              >
                <bdi className="break-all">{tag}</bdi>
              </Link>
            ),
        },
        { head: labels.requests, isNumber: true, cell: ({ requests }) => count(requests) },
        {
          head: labels.input,
          isNumber: true,
          cell: ({ tokens }) => (
            <Tokens whole={tokens.input} part={tokens.cache_read} partText={labels.cached} />
          ),
        },
        {
          head: labels.output,
          isNumber: true,
          cell: ({ tokens }) => (
            <Tokens whole={tokens.output} part={tokens.reasoning} partText={labels.reasoning} />
          ),
        },
        { head: labels.credits, isNumber: true, cell: (row) => <Money amount={row.credits} /> },
      ]}
    />
  );
}

const CSV_HEAD = ['tag', 'requests', 'input', 'cache_read', 'output', 'reasoning', 'credits'];

function Csv({ rows }: { rows: readonly TagUsage[] }): ReactElement {
  const save = (): void => {
    const lines = rows.map(({ tag, requests, tokens, credits }) => [
      tag ?? '',
      requests,
      tokens.input,
      tokens.cache_read,
      tokens.output,
      tokens.reasoning,
      credits,
    ]);
    download('usage-by-tag.csv', csvOf([CSV_HEAD, ...lines]));
  };
  return (
    <Button onClick={save} aria-label={labels.csvOf('tag')}>
      CSV
    </Button>
  );
}
