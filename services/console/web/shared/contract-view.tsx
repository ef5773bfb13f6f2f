import type { ReactElement } from 'react';
import type { ParameterRule } from '@tollgate/contract/request-contract';
import { common } from './texts/common.ts';
import { contractLabels as labels } from './texts/contract.ts';
import { count } from './times.ts';
import { Badge } from './ui/badge.tsx';
import { Facts } from './ui/facts.tsx';
import { Table } from './ui/table.tsx';

type Rule = ParameterRule;

/** How much a model takes and gives, by the names of its limits. */
export function LimitFacts({ of: limits }: { of: Readonly<Record<string, number>> }): ReactElement {
  const facts = Object.entries(limits).map(
    ([name, limit]) => [labels.limitNames[name] ?? name, count(limit)] as const,
  );
  return <Facts facts={facts} />;
}

/**
 * One line about where the rules of a contract come from; a contract that does not say so is
 * assumed.
 */
export function ContractSource({ of: source }: { of: string | undefined }): ReactElement {
  const text = source === 'published' ? labels.sources.published : labels.sources.assumed;
  return <p className="mb-3 text-sm text-dim">{text}</p>;
}

/** What a model takes, parameter by parameter. */
export function ParameterTable({
  of: parameters,
}: {
  of: Readonly<Record<string, Rule>>;
}): ReactElement {
  return (
    <Table
      label={labels.contract}
      rows={Object.entries(parameters).toSorted(([one], [other]) => one.localeCompare(other, 'en'))}
      keyOf={([name]) => name}
      columns={[
        { head: labels.parameter, cell: ([name]) => <code>{name}</code> },
        { head: labels.taken, cell: ([, rule]) => <Taken of={rule} /> },
        { head: labels.values, cell: ([, rule]) => valuesOf(rule) },
        { head: labels.byDefault, cell: ([, rule]) => String(rule.default ?? common.none) },
      ]}
    />
  );
}

function Taken({ of: rule }: { of: Rule }): ReactElement {
  if (!rule.supported) return <Badge tone="bad">{labels.refused}</Badge>;
  if (rule.ignored === true) return <Badge tone="warn">{labels.ignored}</Badge>;
  return <Badge tone="good">{rule.required === true ? labels.needed : labels.yes}</Badge>;
}

function valuesOf({ supported, values, minimum, maximum }: Rule): string {
  if (!supported) return common.none;
  if (values !== undefined) return values.map(String).join(', ');
  // The largest whole number bounds what can be said, not what the model takes.
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum === undefined) return most === undefined ? labels.anyValue : labels.atMost(`${most}`);
  return most === undefined ? labels.atLeast(`${minimum}`) : `${minimum} – ${most}`;
}
