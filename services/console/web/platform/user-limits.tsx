import { useState } from 'react';
import type { ReactElement } from 'react';
import type { Schemas } from '../shared/api/platform-client.ts';
import { LIMITS } from '../shared/keys/limit-fields.tsx';
import { keyWords } from '../shared/texts/keys.ts';
import { limitTexts as words } from '../shared/texts/limits.ts';
import { count } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Facts } from '../shared/ui/facts.tsx';
import { Money } from '../shared/ui/money.tsx';
import { May } from './may.tsx';
import { UserLimitsDialog } from './user-dialogs.tsx';

/** What all keys of a user may use together. */
export function UserLimits({ user }: { user: Schemas['PlatformUserOut'] }): ReactElement {
  const [isAsked, ask] = useState(false);
  const set = LIMITS.flatMap((name) => {
    const limit = user.limits[name];
    if (limit === null) return [];
    const shown = typeof limit === 'number' ? count(limit) : <Money amount={limit} />;
    return [[keyWords.limitNames[name], shown] as const];
  });
  return (
    <Card
      title={words.title}
      actions={
        <May use="PUT /api/platform/users/{user_id}/limits">
          <Button onClick={() => ask(true)}>{words.set}</Button>
        </May>
      }
    >
      {set.length === 0 ? <p className="text-sm text-dim">{words.none}</p> : <Facts facts={set} />}
      {isAsked && <UserLimitsDialog user={user} close={() => ask(false)} />}
    </Card>
  );
}
