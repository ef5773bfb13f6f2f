import type { ReactElement, ReactNode } from 'react';
import { asFailure } from '../shared/api/failure.ts';
import { bulkApproval as labels } from '../shared/texts/bulk-approval.ts';
import { contractLabels } from '../shared/texts/contract.ts';
import { lookup as lookupLabels } from '../shared/texts/lookup.ts';
import { dimensionName } from '../shared/texts/names.ts';
import { texts } from '../shared/texts/platform.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { LEAVE_OUT, UNPRICED } from './bulk-choices.ts';
import type { PricedChoice } from './bulk-choices.ts';
import { isOver } from './bulk-state.ts';
import type { Line, LineState } from './bulk-state.ts';
import { PricesOf } from './prices-of.tsx';

interface BulkLineProps {
  line: Line;
  mayPrice: boolean;
  isRunning: boolean;
  choose: (choice: string) => void;
  limit: (name: string, value: string) => void;
}

const nameOf = ({ suggestion: { source } }: PricedChoice): string =>
  `${source.name}: ${source.provider}/${source.model}`;

/** One model of a bulk approval: what is chosen for it, and what became of it. */
export function BulkLine(props: BulkLineProps): ReactElement {
  const { line, mayPrice, isRunning, choose } = props;
  const { model, choices, choice, state } = line;
  const chosen = choices.find(({ value }) => value === choice);
  const isFixed = isRunning || isOver(state);
  return (
    <li className="space-y-2 rounded-md border border-line p-3 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-2 font-medium">
        <bdi className="break-all">{model.public_id}</bdi>
        {state !== undefined && <Outcome of={state} />}
      </p>
      <ChoiceField
        label={labels.choice(model.public_id)}
        disabled={isFixed}
        value={choice}
        onChange={(event) => choose(event.target.value)}
        choices={[
          ...choices.map((one) => ({ value: one.value, label: labels.priced(nameOf(one)) })),
          { value: UNPRICED, label: labels.unpriced },
          { value: LEAVE_OUT, label: labels.leaveOut },
        ]}
      />
      {mayPrice && <Lookup of={line} />}
      {chosen !== undefined && <Chosen of={chosen} />}
      {choice !== LEAVE_OUT && <Limits {...props} isFixed={isFixed} />}
      {state?.state === 'failed' && (
        <p role="alert" className="break-words text-bad">
          {labels.failed[state.at]}: <bdi>{asFailure(state.error).message}</bdi>
        </p>
      )}
      {state?.state === 'rejected' && <p className="text-bad">{labels.rejected}</p>}
    </li>
  );
}

/** Asks for the limits that an approval has to give. */
function Limits({ line, limit, isFixed }: BulkLineProps & { isFixed: boolean }): ReactNode {
  return line.model.missing_limits.map((name) => (
    <TextField
      key={name}
      label={contractLabels.limitNames[name] ?? name}
      hint={texts.models.limitHint(name)}
      type="number"
      min={1}
      required
      disabled={isFixed}
      value={line.limits[name] ?? ''}
      onChange={(event) => limit(name, event.target.value)}
    />
  ));
}

function Outcome({ of }: { of: LineState }): ReactElement | null {
  if (of.state === 'failed' || of.state === 'rejected') return null;
  const tone = of.state === 'running' ? 'plain' : 'good';
  return <Badge tone={tone}>{labels.states[of.state]}</Badge>;
}

/** What the price lists have not, or could not say. */
function Lookup({ of: { found, lookupError, isLooking } }: { of: Line }): ReactNode {
  if (isLooking) return <p className="text-dim">{labels.looking}</p>;
  if (lookupError !== null) {
    return <p className="text-warn">{labels.lookupFailed(asFailure(lookupError).message)}</p>;
  }
  if (found === undefined) return null;
  const { suggestions, unavailable } = found;
  return (
    <>
      {suggestions.length === 0 && <p className="text-dim">{labels.none}</p>}
      {suggestions
        .filter(({ missing }) => missing.length > 0)
        .map(({ source, missing }) => (
          <p key={`${source.name} ${source.model}`} className="text-dim">
            <bdi>{labels.incomplete(source.name, missing.map(dimensionName).join(', '))}</bdi>
          </p>
        ))}
      {unavailable.map(({ name, message }) => (
        <p key={name} className="text-dim">
          <bdi>{lookupLabels.prices.away(name, message)}</bdi>
        </p>
      ))}
    </>
  );
}

/** The prices of the chosen list, since when they hold there, and what is uncertain about them. */
function Chosen({ of: { suggestion, free } }: { of: PricedChoice }): ReactElement {
  const { source, prices, long_context: tiers, found_by: foundBy, derived } = suggestion;
  return (
    <>
      <p className="text-xs text-dim">
        <bdi>{source.version}</bdi>
        {source.since !== null && `, ${lookupLabels.prices.since(source.since)}`}
      </p>
      <PricesOf prices={prices} />
      {tiers.map((tier) => (
        <div key={tier.above_input_tokens} className="text-xs">
          {lookupLabels.prices.longContext(count(tier.above_input_tokens))}
          <PricesOf prices={tier.prices} />
        </div>
      ))}
      {Object.entries(derived).map(([name, from]) => (
        <p key={name} className="text-xs text-dim">
          {lookupLabels.prices.derived(dimensionName(name), dimensionName(from))}
        </p>
      ))}
      {foundBy === 'model_name' && <p className="text-warn">{labels.byName}</p>}
      {free.length > 0 && (
        <p className="text-warn">{labels.zero(free.map(dimensionName).join(', '))}</p>
      )}
    </>
  );
}
