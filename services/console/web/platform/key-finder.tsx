import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformKeyFound } from '@tollgate/contract/platform/users';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { lookup } from '../shared/texts/lookup.ts';
import { texts } from '../shared/texts/platform.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card, Empty } from '../shared/ui/card.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { FieldFaults } from '../shared/ui/faults.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { Table } from '../shared/ui/table.tsx';

const labels = lookup.key;
type Found = PlatformKeyFound['data'];

/** Finds the owner of a key that was seen somewhere. */
export function KeyFinder(): ReactElement {
  const [key, setKey] = useState('');
  const search = useMutation({
    mutationFn: () => dataOf(platform.POST('/api/platform/keys/find', { body: { key } })),
  });
  return (
    <Card title={labels.title}>
      <p className="mb-3 max-w-prose text-sm text-dim">{labels.text}</p>
      <FieldFaults error={search.error}>
        <form
          className="grid items-end gap-3 sm:grid-cols-[minmax(0,32rem)_auto]"
          onSubmit={(event) => {
            event.preventDefault();
            search.mutate();
          }}
        >
          <TextField
            label={labels.label}
            name="key"
            placeholder={labels.hint}
            autoComplete="off"
            spellCheck={false}
            required
            value={key}
            onChange={(event) => {
              setKey(event.target.value);
              search.reset();
            }}
          />
          <div>
            <Button type="submit" disabled={search.isPending}>
              {search.isPending ? labels.finding : labels.find}
            </Button>
          </div>
        </form>
        <div role="status" className="mt-3">
          {search.data !== undefined && <Result rows={search.data.data} />}
        </div>
        {search.isError && <ErrorNote error={search.error} />}
      </FieldFaults>
    </Card>
  );
}

function Result({ rows }: { rows: Found }): ReactElement {
  if (rows.length === 0) return <Empty title={labels.none}>{labels.noneText}</Empty>;
  return (
    <>
      <Table
        label={labels.found}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: texts.user.key, cell: ({ name }) => <bdi>{name}</bdi> },
          {
            head: texts.users.status,
            cell: ({ status }) => (
              <Badge tone={status === 'active' ? 'good' : 'warn'}>{status}</Badge>
            ),
          },
          {
            head: labels.owner,
            cell: ({ user_id: userId, user_email: email }) => (
              <Link to="/users/$userId" params={{ userId }} className="text-accent underline">
                <bdi>{email}</bdi>
              </Link>
            ),
          },
        ]}
      />
      <p className="mt-2 text-sm text-dim">{labels.toOwner}</p>
    </>
  );
}
