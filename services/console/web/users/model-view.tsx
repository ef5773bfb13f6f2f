import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { UserModelOut } from '@tollgate/contract/user-models';
import { ContractSource, LimitFacts, ParameterTable } from '../shared/contract-view.tsx';
import { contractLabels } from '../shared/texts/contract.ts';
import { dimensionName } from '../shared/texts/names.ts';
import { texts } from '../shared/texts/users.ts';
import { count } from '../shared/times.ts';
import { Card, PageHead } from '../shared/ui/card.tsx';
import { CodeBlock } from '../shared/ui/copy.tsx';
import { Table } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { trialKindOf } from './playground-kinds.ts';
import { curlSample, nodeSample, pythonSample } from './samples.ts';

const labels = texts.models;

type Model = UserModelOut;

/** One model: what it takes, what it costs this account, and code that calls it. */
export function ModelView({ model }: { model: Model }): ReactElement {
  const { request_contract: contract } = model;
  const options = { key: labels.yourKey, model: model.model };
  return (
    <>
      <PageHead
        title={model.model}
        lead={`${labels.kinds[model.kind]}, ${model.capability}`}
        actions={
          <>
            {(model.capability === 'chat' || trialKindOf(model) !== null) && (
              <Link
                to="/playground"
                search={{ id: model.model }}
                className="text-sm text-accent underline"
              >
                {texts.playground.tryIt}
              </Link>
            )}
            <Link to="/models" search={{}} className="text-sm text-accent underline">
              {labels.all}
            </Link>
          </>
        }
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <Card title={labels.prices}>
          <p className="mb-3 text-sm text-dim">{labels.pricesText}</p>
          <PriceTables of={model} />
          <p className="mt-3 text-sm text-dim">
            <Since at={model.list_prices_since} />
          </p>
        </Card>
        <Card title={contractLabels.limits}>
          <LimitFacts of={contract.limits} />
        </Card>
        <div className="min-w-0 xl:col-span-2">
          <Card title={contractLabels.contract}>
            <ContractSource of={contract.source} />
            <ParameterTable of={contract.parameters} />
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

/** Since when the list prices are in force; the uplift of the account may have changed later. */
function Since({ at }: { at: Model['list_prices_since'] }): ReactElement | null {
  if (at === null) return null;
  return (
    <>
      {labels.listSince} <Time at={at} exact />
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
      name: labels.longContext(count(tier.above_input_tokens)),
      prices: tier.prices,
    })),
    ...targets.flatMap((target) =>
      target.prices === null ? [] : [{ name: target.model, prices: target.prices }],
    ),
  ];
  if (tables.length === 0) return <p className="text-sm text-dim">{labels.free}</p>;
  return (
    <div className="space-y-4">
      {tables.map((one) => (
        <Table
          key={one.name}
          label={one.name}
          rows={Object.entries(one.prices)}
          keyOf={([name]) => name}
          columns={[
            { head: one.name, cell: ([name]) => dimensionName(name) },
            { head: labels.creditsEach, isNumber: true, cell: ([, price]) => price },
          ]}
        />
      ))}
    </div>
  );
}
