import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import type { Schemas } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { useChange } from '../../shared/query-hooks.ts';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { longTime, zone } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { ErrorNote } from '../../shared/ui/error-note.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';

const labels = texts.account;

/** Who is signed in, the password, and where the account is signed in. */
export function AccountPage(): ReactElement {
  const me = useQuery({ queryKey: ['me'], queryFn: () => dataOf(users.GET('/api/auth/me')) });
  return (
    <>
      <PageHead title={labels.title} lead={common.times(zone())} />
      <div className="grid gap-4 xl:grid-cols-2">
        <Card title={labels.who}>
          <Loaded query={me}>{(user) => <Who user={user} />}</Loaded>
        </Card>
        <Card title={labels.password}>
          <Password />
        </Card>
        <div className="min-w-0 xl:col-span-2">
          <Card title={labels.sessions} actions={<EndOthers />}>
            <Sessions />
          </Card>
        </div>
      </div>
    </>
  );
}

function Who({ user }: { user: Schemas['UserOut'] }): ReactElement {
  const facts = [
    [labels.name, user.name],
    [common.signIn.email, user.email],
    [labels.since, longTime(user.created_at)],
    [labels.changed, longTime(user.password_changed_at)],
  ] as const;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-dim">{label}</dt>
          <dd className="break-words">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Password(): ReactElement {
  const [isDone, setDone] = useState(false);
  const change = useChange(
    (body: Schemas['PasswordChangeRequest']) =>
      dataOf(users.POST('/api/auth/change-password', { body })),
    ['me', 'sessions'],
  );
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form);
    const text = (name: string): string => {
      const value = given.get(name);
      return typeof value === 'string' ? value : '';
    };
    setDone(false);
    await change.mutateAsync({
      current_password: text('current_password'),
      new_password: text('new_password'),
    });
    form.reset();
    setDone(true);
  };
  return (
    <form
      className="max-w-sm space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        // What went wrong is shown from the state of the change.
        submit(event.currentTarget).catch(() => undefined);
      }}
    >
      <FieldFaults error={change.error}>
        <TextField
          label={labels.current}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label={labels.next}
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          hint={labels.passwordHint}
        />
        {change.isError && <ErrorNote error={change.error} />}
      </FieldFaults>
      <p role="status" className="text-sm text-good">
        {isDone ? labels.passwordDone : ''}
      </p>
      <Button look="main" type="submit" disabled={change.isPending}>
        {labels.change}
      </Button>
    </form>
  );
}

function EndOthers(): ReactElement {
  const end = useChange(() => dataOf(users.DELETE('/api/sessions')), ['sessions']);
  return (
    <>
      <Button disabled={end.isPending} onClick={() => end.mutate(undefined)}>
        {labels.endOthers}
      </Button>
      {end.isError && <ErrorNote error={end.error} />}
    </>
  );
}

function Sessions(): ReactElement {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => dataOf(users.GET('/api/sessions')),
  });
  const end = useChange(
    (id: string) =>
      dataOf(users.DELETE('/api/sessions/{session_id}', { params: { path: { session_id: id } } })),
    ['sessions'],
  );
  return (
    <>
      {end.isError && <ErrorNote error={end.error} />}
      <Loaded query={sessions}>
        {(list) => (
          <Table
            label={labels.sessions}
            rows={list}
            keyOf={({ id }) => id}
            columns={[
              {
                head: labels.browser,
                cell: ({ user_agent, current }) => (
                  <span className="block max-w-md min-w-40 break-words">
                    {current && <Badge tone="good">{labels.this}</Badge>}{' '}
                    <bdi>{user_agent ?? common.none}</bdi>
                  </span>
                ),
              },
              {
                head: labels.address,
                cell: ({ address }) => (
                  <bdi className="block min-w-24">{address ?? common.none}</bdi>
                ),
              },
              { head: labels.begun, cell: ({ created_at }) => <Time at={created_at} /> },
              { head: labels.used, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
              {
                head: labels.end,
                cell: ({ id, current, user_agent }) => (
                  <Button
                    disabled={current || end.isPending}
                    aria-label={`${labels.end}: ${user_agent ?? id}`}
                    onClick={() => end.mutate(id)}
                  >
                    {labels.end}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
