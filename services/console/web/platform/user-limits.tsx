import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformUserOut } from '@tollgate/contract/platform/users';
import { LIMITS } from '../shared/keys/limit-fields.tsx';
import { quotaFacts } from '../shared/quota-facts.ts';
import { keyLabels } from '../shared/texts/keys.ts';
import { limitTexts as labels } from '../shared/texts/limits.ts';
import { count } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Facts } from '../shared/ui/facts.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Permitted } from './permission.tsx';
import { UserLimitsDialog } from './user-dialogs.tsx';

/** What all keys of a user may use together, and in which days quotas count. */
export function UserLimits({ user }: { user: PlatformUserOut }): ReactElement {
  const [isAsked, ask] = useState(false);
  const set = LIMITS.flatMap((name) => {
    const limit = user.limits[name];
    if (limit === null) return [];
    const shown = typeof limit === 'number' ? count(limit) : <Money amount={limit} />;
    return [[keyLabels.limitNames[name], shown] as const];
  });
  return (
    <Card
      title={labels.title}
      actions={
        <Permitted use="PUT /api/platform/users/{user_id}/limits">
          <Button onClick={() => ask(true)}>{labels.set}</Button>
        </Permitted>
      }
    >
      {set.length === 0 && <p className="mb-3 text-sm text-dim">{labels.none}</p>}
      <Facts facts={[...set, ...quotaFacts(user)]} />
      {isAsked && <UserLimitsDialog user={user} close={() => ask(false)} />}
    </Card>
  );
}
