import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { AliasStrategy, PlatformAliasOut } from '@tollgate/contract/platform/aliases';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { textIn } from '../shared/keys/form-values.ts';
import { sales } from '../shared/texts/sales.ts';
import { Button } from '../shared/ui/button.tsx';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { FormDialog } from '../shared/ui/form-dialog.tsx';
import { givenTimes, TimeFields, typedTimes } from './time-fields.tsx';

const labels = sales.aliases;
const MODELS_MAX = 200;
const NO_TIMES = { first_byte_seconds: null, total_seconds: null };
const STRATEGIES = [
  'ordered',
  'weighted',
  'lowest_price',
  'lowest_latency',
  'longest_context',
] as const;
type Alias = PlatformAliasOut;
type Strategy = AliasStrategy;

/** A model of an alias as it is typed. */
interface TypedTarget {
  model_id: string;
  weight: string;
  retries: string;
}

const typedTargets = (alias: Alias | null): TypedTarget[] =>
  (alias?.targets ?? []).map(({ model_id, weight, retries }) => ({
    model_id,
    weight: weight === null ? '' : String(weight),
    retries: String(retries),
  }));

const givenTargets = (typed: readonly TypedTarget[], strategy: Strategy) =>
  typed.map(({ model_id, weight, retries }) => ({
    model_id,
    retries: Number(retries),
    ...(strategy === 'weighted' ? { weight: Number(weight) } : {}),
  }));

interface AliasDialogProps {
  /** Null: a new one. */
  alias: Alias | null;
  close: () => void;
}

/** Makes an alias, or changes one. */
export function AliasDialog({ alias, close }: AliasDialogProps): ReactElement {
  const [strategy, setStrategy] = useState<Strategy>(alias?.strategy ?? 'ordered');
  const [targets, setTargets] = useState(typedTargets(alias));
  const [times, setTimes] = useState(() => typedTimes(alias ?? NO_TIMES));
  const send = (form: FormData): Promise<unknown> => {
    const body = { strategy, targets: givenTargets(targets, strategy), ...givenTimes(times) };
    return dataOf<unknown>(
      alias === null
        ? platform.POST('/api/platform/aliases', { body: { ...body, name: textIn(form, 'name') } })
        : platform.PATCH('/api/platform/aliases/{alias_id}', {
            params: { path: { alias_id: alias.id } },
            body,
          }),
    );
  };
  const title = alias === null ? labels.create : `${labels.edit}: ${alias.name}`;
  const action = alias === null ? labels.create : labels.edit;
  return (
    <FormDialog title={title} action={action} send={send} changed={[['aliases']]} close={close}>
      {alias === null && <TextField label={labels.name} name="name" required autoComplete="off" />}
      <ChoiceField
        label={labels.strategy}
        name="strategy"
        choices={STRATEGIES.map((value) => ({ value, label: labels.strategies[value] }))}
        value={strategy}
        onChange={(event) =>
          setStrategy(STRATEGIES.find((one) => one === event.target.value) ?? 'ordered')
        }
      />
      <Targets targets={targets} change={setTargets} isWeighted={strategy === 'weighted'} />
      <TimeFields of="alias" typed={times} change={setTimes} />
    </FormDialog>
  );
}

interface TargetsProps {
  targets: readonly TypedTarget[];
  change: (targets: TypedTarget[]) => void;
  isWeighted: boolean;
}

function Targets({ targets, change, isWeighted }: TargetsProps): ReactElement {
  const query = { state: 'approved', limit: MODELS_MAX } as const;
  const models = useQuery({
    queryKey: ['models', query],
    queryFn: () => dataOf(platform.GET('/api/platform/models', { params: { query } })),
  });
  return (
    <Loaded query={models}>
      {(rows) => {
        const [first] = rows;
        if (first === undefined) return <p className="text-sm text-dim">{labels.noModels}</p>;
        const choices = rows.map(({ id, public_id: label }) => ({ value: id, label }));
        return (
          <fieldset className="space-y-3">
            <legend className="text-sm font-medium">{labels.targets}</legend>
            {targets.map((target, at) => (
              <Target
                // Rows are keyed by their index: a model may be chosen twice for a moment, although
                // the service rejects that.
                // oxlint-disable-next-line react/no-array-index-key
                key={at}
                path={`targets.${at}`}
                target={target}
                choices={choices}
                isWeighted={isWeighted}
                change={(next) => change(targets.with(at, next))}
                remove={() => change(targets.toSpliced(at, 1))}
                earlier={
                  at === 0
                    ? undefined
                    : () => change(targets.toSpliced(at - 1, 2, target, targets[at - 1] ?? target))
                }
              />
            ))}
            <Button
              onClick={() =>
                change([...targets, { model_id: first.id, weight: '1', retries: '0' }])
              }
            >
              {labels.add}
            </Button>
          </fieldset>
        );
      }}
    </Loaded>
  );
}

interface TargetProps {
  /** The index of the target in the request. */
  path: string;
  target: TypedTarget;
  choices: readonly { value: string; label: string }[];
  isWeighted: boolean;
  change: (target: TypedTarget) => void;
  remove: () => void;
  /** Undefined: the target is the first. */
  earlier: (() => void) | undefined;
}

function Target(props: TargetProps): ReactElement {
  const { path, target, choices, isWeighted, change, remove, earlier } = props;
  return (
    <div className="grid items-end gap-2 rounded-md border border-line p-3 sm:grid-cols-[2fr_1fr_1fr]">
      <ChoiceField
        label={labels.model}
        name={`${path}.model_id`}
        choices={choices}
        value={target.model_id}
        onChange={(event) => change({ ...target, model_id: event.target.value })}
      />
      <TextField
        label={labels.retries}
        name={`${path}.retries`}
        type="number"
        min={0}
        required
        value={target.retries}
        onChange={(event) => change({ ...target, retries: event.target.value })}
      />
      {isWeighted && (
        <TextField
          label={labels.weight}
          name={`${path}.weight`}
          type="number"
          min={1}
          required
          value={target.weight}
          onChange={(event) => change({ ...target, weight: event.target.value })}
        />
      )}
      <div className="flex gap-2 sm:col-span-3">
        <Button disabled={earlier === undefined} onClick={earlier}>
          {labels.up}
        </Button>
        <Button onClick={remove}>{labels.remove}</Button>
      </div>
    </div>
  );
}
