import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformUserOut } from '@tollgate/contract/platform/users';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { useAct } from '../../shared/query-hooks.ts';
import { common } from '../../shared/texts/common.ts';
import { limitTexts } from '../../shared/texts/limits.ts';
import { texts } from '../../shared/texts/platform.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, Figure, PageHead } from '../../shared/ui/card.tsx';
import { Id } from '../../shared/ui/copy.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { GrantDialog } from '../grant-dialog.tsx';
import { Permitted } from '../permission.tsx';
import { PasswordLinkDialog } from '../password-link-dialog.tsx';
import { oneUser } from '../queries.ts';
import { ZoneNote } from '../zone-note.tsx';
import { MoreLinks } from '../user-links.tsx';
import { ChangeUserDialog } from '../user-dialogs.tsx';
import { UserKeys } from '../user-keys.tsx';
import { UserGrants, UserMoves } from '../user-parts.tsx';
import { UserLimits } from '../user-limits.tsx';
import { UserModels } from '../user-models.tsx';
import { UserUplift } from '../user-uplift.tsx';

const labels = texts.user;
const route = getRouteApi('/users/$userId');
type User = PlatformUserOut;

/** One user: credit, keys and transactions, and what can be done about them. */
export function UserPage(): ReactElement {
  const { userId } = route.useParams();
  const user = useQuery(oneUser(userId));
  return (
    <>
      <p className="mb-2 text-sm">
        <Link to="/users" className="text-accent underline">
          {labels.back}
        </Link>
      </p>
      <Loaded query={user}>
        {(found) =>
          found === null ? (
            <Empty title={labels.notFound}>{labels.notFoundText}</Empty>
          ) : (
            <Found user={found} />
          )
        }
      </Loaded>
    </>
  );
}

type Asked = 'grant' | 'suspend' | 'link' | 'change' | null;

function Found({ user }: { user: User }): ReactElement {
  const changed = [['user', user.id]];
  const [asked, ask] = useState<Asked>(null);
  const act = useAct(changed);
  const setStatus = (status: 'active' | 'suspended'): Promise<unknown> => {
    const params = { path: { user_id: user.id } };
    const body = { status };
    return dataOf(platform.PATCH('/api/platform/users/{user_id}/status', { params, body }));
  };
  const resume = (): void => act(() => setStatus('active'), common.done(labels.resume));
  return (
    <div className="space-y-4">
      <PageHead
        title={user.email}
        lead={<Standing user={user} />}
        actions={<Actions user={user} ask={ask} resume={resume} />}
      />
      <Figures user={user} />
      <MoreLinks userId={user.id} />
      <UserUplift key={user.uplift_bp} userId={user.id} now={user.uplift_bp} />
      <UserLimits user={user} />
      <UserModels userId={user.id} />
      <UserGrants userId={user.id} />
      <UserKeys userId={user.id} />
      <UserMoves userId={user.id} />
      <ZoneNote money />
      {asked === 'grant' && <GrantDialog userId={user.id} close={() => ask(null)} />}
      {asked === 'link' && <PasswordLinkDialog userId={user.id} close={() => ask(null)} />}
      {asked === 'change' && <ChangeUserDialog user={user} close={() => ask(null)} />}
      {asked === 'suspend' && (
        <Confirm
          title={labels.suspend}
          name={user.email}
          action={labels.suspend}
          run={() => setStatus('suspended')}
          changed={changed}
          close={() => ask(null)}
        >
          {labels.suspendText}
        </Confirm>
      )}
    </div>
  );
}

interface ActionsProps {
  user: User;
  ask: (what: Asked) => void;
  resume: () => void;
}

function Actions({ user: { status }, ask, resume }: ActionsProps): ReactElement {
  return (
    <>
      <Permitted use="POST /api/platform/users/{user_id}/credit-grants">
        <Button look="main" onClick={() => ask('grant')}>
          {labels.grant}
        </Button>
      </Permitted>
      <Permitted use="PATCH /api/platform/users/{user_id}">
        <Button onClick={() => ask('change')}>{limitTexts.change}</Button>
      </Permitted>
      {status === 'active' && (
        <Permitted use="POST /api/platform/users/{user_id}/password-link">
          <Button onClick={() => ask('link')}>{labels.link}</Button>
        </Permitted>
      )}
      <Permitted use="PATCH /api/platform/users/{user_id}/status">
        {status === 'active' && <Button onClick={() => ask('suspend')}>{labels.suspend}</Button>}
        {status === 'suspended' && <Button onClick={resume}>{labels.resume}</Button>}
      </Permitted>
    </>
  );
}

function Standing({ user }: { user: User }): ReactElement {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={user.status === 'active' ? 'good' : 'warn'}>
        {texts.users.states[user.status]}
      </Badge>
      <bdi>{user.name}</bdi>
      <Id value={user.id} />
    </span>
  );
}

function Figures({ user: { credits, ...user } }: { user: User }): ReactElement {
  const of = (amount: string | undefined): ReactElement => <Money amount={amount ?? '0'} unit />;
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Figure label={texts.users.available} value={of(credits?.available)} />
      <Figure label={texts.users.held} value={of(credits?.reserved)} />
      <Figure label={texts.users.spent} value={of(user.spent_30_days)} />
      <Figure label={labels.spent} value={of(credits?.consumed)} />
    </div>
  );
}
