import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { SessionOut } from '@tollgate/contract/sessions';
import type { UserOut } from '@tollgate/contract/users';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { rawIn } from '../../shared/keys/form-values.ts';
import { List } from '../../shared/list.tsx';
import { Loaded } from '../../shared/page-states.tsx';
import { quotaFacts } from '../../shared/quota-facts.ts';
import { useAct } from '../../shared/query-hooks.ts';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { longTime, zone } from '../../shared/times.ts';
import { readableAgent } from '../../shared/user-agent.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Form } from '../../shared/ui/form.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';

const labels = texts.account;
const CHANGED = [['sessions']];
type Session = SessionOut;

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

function Who({ user }: { user: UserOut }): ReactElement {
  const facts = [
    [labels.name, user.name],
    [common.signIn.email, user.email],
    [labels.since, longTime(user.created_at)],
    [labels.changed, longTime(user.password_changed_at)],
    ...quotaFacts(user),
  ] as const;
  return <Facts facts={facts.map(([label, value]) => [label, <bdi key={label}>{value}</bdi>])} />;
}

function Password(): ReactElement {
  const send = (form: FormData): Promise<unknown> => {
    const body = {
      current_password: rawIn(form, 'current_password'),
      new_password: rawIn(form, 'new_password'),
    };
    return dataOf(users.POST('/api/auth/change-password', { body }));
  };
  return (
    <Form
      className="max-w-sm"
      action={labels.change}
      send={send}
      changed={[['me'], ['sessions']]}
      said={labels.passwordDone}
      done={(_result, form) => form.reset()}
    >
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
    </Form>
  );
}

function EndOthers(): ReactElement {
  const act = useAct(CHANGED);
  const end = (): void =>
    act(() => dataOf(users.DELETE('/api/sessions')), common.done(labels.endOthers));
  return <Button onClick={end}>{labels.endOthers}</Button>;
}

function Sessions(): ReactElement {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => dataOf(users.GET('/api/sessions')),
  });
  const act = useAct(CHANGED);
  const end = (session_id: string): void =>
    act(() =>
      dataOf(users.DELETE('/api/sessions/{session_id}', { params: { path: { session_id } } })),
    );
  const action: Column<Session> = {
    head: labels.end,
    cell: ({ id, current, user_agent: agent }) => (
      <Button
        disabled={current}
        aria-label={`${labels.end}: ${agent === null ? id : readableAgent(agent)}`}
        onClick={() => end(id)}
      >
        {labels.end}
      </Button>
    ),
  };
  return (
    <List
      label={labels.sessions}
      query={sessions}
      columns={[...COLUMNS, action]}
      keyOf={({ id }) => id}
      empty={common.none}
    />
  );
}

const COLUMNS: readonly Column<Session>[] = [
  {
    head: labels.browser,
    cell: ({ user_agent: agent, current }) => (
      <span className="block max-w-md min-w-40 break-words">
        {current && <Badge tone="good">{labels.this}</Badge>}{' '}
        <bdi title={agent ?? undefined}>{agent === null ? common.none : readableAgent(agent)}</bdi>
      </span>
    ),
  },
  {
    head: labels.address,
    cell: ({ address }) => <bdi className="block min-w-24">{address ?? common.none}</bdi>,
  },
  {
    head: labels.begun,
    sort: (row) => row.created_at,
    cell: (row) => <Time at={row.created_at} />,
  },
  {
    head: labels.used,
    sort: (row) => row.last_used_at,
    cell: (row) => <Time at={row.last_used_at} />,
  },
];
