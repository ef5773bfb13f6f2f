import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Schemas } from '../shared/api/users-client.ts';
import { common } from '../shared/texts/common.ts';
import { texts } from '../shared/texts/users.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Card, PageHead } from '../shared/ui/card.tsx';
import { CodeBlock } from '../shared/ui/copy.tsx';
import { Table } from '../shared/ui/table.tsx';
import { curlSample, nodeSample, pythonSample } from './samples.ts';

const words = texts.models;

type Model = Schemas['UserModelOut'];

/** One model: what it takes, what it costs this account, and code that calls it. */
export function ModelView({ model }: { model: Model }): ReactElement {
  const { request_contract: contract } = model;
  const options = { key: words.yourKey, model: model.model };
  return (
    <>
      <PageHead
        title={<bdi>{model.model}</bdi>}
        lead={`${words.kinds[model.kind]}, ${model.capability}`}
        actions={
          <Link to="/models" search={{}} className="text-sm text-accent underline">
            {words.all}
          </Link>
        }
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <Card title={words.prices}>
          <p className="mb-3 text-sm text-dim">{words.pricesText}</p>
          <PriceTables of={model} />
        </Card>
        <Card title={words.limits}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            {Object.entries(contract.limits).map(([name, limit]) => (
              <div key={name} className="contents">
                <dt className="text-dim">{name}</dt>
                <dd className="text-right tabular-nums">{count(limit)}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <div className="min-w-0 xl:col-span-2">
          <Card title={words.contract}>
            <Contract of={contract} />
          </Card>
        </div>
        {model.capability === 'chat' && (
          <div className="min-w-0 space-y-4 xl:col-span-2">
            {[curlSample(options), pythonSample(options), nodeSample(options)].map((sample) => (
              <CodeBlock key={sample.label} {...sample} />
            ))}
          </div>
        )}
      </div>
    </>
  );
}

function PriceTables({
  of: { prices, targets, long_context, model },
}: {
  of: Model;
}): ReactElement {
  const tables = [
    ...(prices === null ? [] : [{ name: model, prices }]),
    ...long_context.map((tier) => ({
      name: words.longContext(count(tier.above_input_tokens)),
      prices: tier.prices,
    })),
    ...targets.flatMap((target) =>
      target.prices === null ? [] : [{ name: target.model, prices: target.prices }],
    ),
  ];
  if (tables.length === 0) return <p className="text-sm text-dim">{words.free}</p>;
  return (
    <div className="space-y-4">
      {tables.map((one) => (
        <Table
          key={one.name}
          label={one.name}
          rows={Object.entries(one.prices)}
          keyOf={([name]) => name}
          columns={[
            { head: one.name, cell: ([name]) => texts.requests.dimensions[name] ?? name },
            { head: words.creditsEach, isNumber: true, cell: ([, price]) => price },
          ]}
        />
      ))}
    </div>
  );
}

type Rule = Schemas['ParameterRule'];

function Contract({ of: { parameters } }: { of: Model['request_contract'] }): ReactElement {
  return (
    <Table
      label={words.contract}
      rows={Object.entries(parameters).toSorted(([one], [other]) => one.localeCompare(other, 'en'))}
      keyOf={([name]) => name}
      columns={[
        { head: words.parameter, cell: ([name]) => <code>{name}</code> },
        { head: words.taken, cell: ([, rule]) => <Taken of={rule} /> },
        { head: words.values, cell: ([, rule]) => valuesOf(rule) },
        { head: words.byDefault, cell: ([, rule]) => String(rule.default ?? common.none) },
      ]}
    />
  );
}

function Taken({ of: rule }: { of: Rule }): ReactElement {
  if (!rule.supported) return <Badge tone="bad">{words.refused}</Badge>;
  if (rule.ignored === true) return <Badge tone="warn">{words.ignored}</Badge>;
  return <Badge tone="good">{rule.required === true ? words.needed : words.yes}</Badge>;
}

function valuesOf({ supported, values, minimum, maximum }: Rule): string {
  if (!supported) return common.none;
  if (values !== undefined) return values.map(String).join(', ');
  if (minimum === undefined && maximum === undefined) return words.anyValue;
  return `${minimum ?? '…'} – ${maximum ?? '…'}`;
}
