import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { sales } from '../shared/texts/sales.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { FieldFaults } from '../shared/ui/faults.tsx';
import { TextField } from '../shared/ui/field.tsx';
import { basisPointsOf, percentOf } from './basis-points.ts';
import { PermittedOrReason } from './permission.tsx';
import { DAYS_DEFAULT } from './search.ts';
import { WhatIf } from './what-if.tsx';

const labels = sales.uplift;

interface UserUpliftProps {
  userId: string;
  /** Basis points of now. */
  now: number;
}

/** Shows the uplift of a user on list prices, and simulates another one. */
export function UserUplift({ userId, now }: UserUpliftProps): ReactElement {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(percentOf(now));
  const points = basisPointsOf(typed);
  const params = { path: { user_id: userId } };
  const trial = useMutation({
    mutationFn: (upliftBp: number) => {
      const body = { uplift_bp: upliftBp, days: DAYS_DEFAULT };
      return dataOf(
        platform.POST('/api/platform/users/{user_id}/pricing-uplift/what-if', { params, body }),
      );
    },
  });
  const change = useMutation({
    mutationFn: (upliftBp: number) => {
      const body = { uplift_bp: upliftBp };
      return dataOf(platform.PUT('/api/platform/users/{user_id}/pricing-uplift', { params, body }));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['user', userId] }),
  });
  const error = trial.error ?? change.error;
  return (
    <Card title={labels.title}>
      <p className="mb-3 text-sm text-dim">
        {labels.text} {labels.now(percentOf(now))}
      </p>
      <PermittedOrReason use="PUT /api/platform/users/{user_id}/pricing-uplift">
        <FieldFaults error={error}>
          <form
            className="mb-4 flex flex-wrap items-end gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              if (points !== null) change.mutate(points);
            }}
          >
            <Percent typed={typed} isWrong={points === null} type={setTyped} />
            <Button
              disabled={points === null || trial.isPending}
              onClick={() => points !== null && trial.mutate(points)}
            >
              {labels.simulate}
            </Button>
            <Button look="main" type="submit" disabled={points === null || change.isPending}>
              {labels.set}
            </Button>
          </form>
          {error !== null && <ErrorNote error={error} />}
        </FieldFaults>
        {trial.data !== undefined && <WhatIf result={trial.data} />}
      </PermittedOrReason>
    </Card>
  );
}

interface PercentProps {
  typed: string;
  isWrong: boolean;
  type: (text: string) => void;
}

function Percent({ typed, isWrong, type }: PercentProps): ReactElement {
  return (
    <TextField
      label={labels.percent}
      name="uplift_bp"
      hint={isWrong ? labels.wrong : labels.hint}
      inputMode="decimal"
      autoComplete="off"
      aria-invalid={isWrong}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  );
}
