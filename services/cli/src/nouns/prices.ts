import type { PlatformModelOut, PriceVersionOut } from '@tollgate/contract/platform/models';
import { tiersNamedBy } from '@tollgate/contract/service-tiers';
import type { Document, Price, PriceTable } from '../document.ts';
import { plainDecimal } from '../decimals.ts';
import type { Path } from '../faults.ts';
import { dataOf } from '../platform-client.ts';
import type { State } from '../state.ts';
import { differences } from '../step.ts';
import type { FieldChange, Planning, Step } from '../step.ts';
import { checkPrices } from './price-checks.ts';

type Upcoming = NonNullable<Price['upcoming']>[number];
type Version = PriceVersionOut;

/**
 * Steps to the wanted prices: new versions, for a version never changes. Upcoming prices of the
 * document hold once their moment has passed.
 */
export function planPrices(planning: Planning): Step[] {
  const { document, state, fault } = planning;
  return Object.entries(document.prices ?? {}).flatMap(([model, wanted]) => {
    const known = state.models.get(model);
    if (known === undefined && document.models?.[model] === undefined) {
      fault({ path: ['prices', model], words: 'is no model that is known' });
      return [];
    }
    if (!checkPrices(planning, model, { wanted, known })) return [];
    const now = planNow(planning, model, { wanted, known });
    const later = (wanted.upcoming ?? []).flatMap((one, index) =>
      momentOf(one) <= planning.now.getTime()
        ? []
        : planLater(planning, { model, one, index, known: known?.upcoming_prices ?? [] }),
    );
    return [...now, ...later];
  });
}

interface Compared {
  wanted: Price;
  known: PlatformModelOut | undefined;
}

function planNow({ now }: Planning, model: string, { wanted, known }: Compared): Step[] {
  const passed = (wanted.upcoming ?? [])
    .filter((one) => momentOf(one) <= now.getTime())
    .toSorted((one, other) => momentOf(one) - momentOf(other))
    .at(-1);
  const table = passed ?? wanted;
  const fields = compare(known?.price ?? null, table);
  if (fields.length === 0) return [];
  const action = known?.price ? ('change' as const) : ('add' as const);
  const path = passed === undefined ? ['prices', model] : upcomingAt(model, wanted, passed);
  return [stepOf(model, { action, fields, path, table, effectiveAt: null })];
}

function planLater(
  { fault }: Planning,
  task: { model: string; one: Upcoming; index: number; known: readonly Version[] },
): Step[] {
  const { model, one, index, known } = task;
  const path = ['prices', model, 'upcoming', index];
  const same = known.find(({ effective_at }) => Date.parse(effective_at) === momentOf(one));
  const fields = compare(same ?? null, one);
  if (fields.length === 0) return [];
  if (same !== undefined) {
    const at = [...path, 'effective_at'];
    fault({
      path: at,
      words: 'has other prices already, which never change; choose another moment',
    });
    return [];
  }
  const when = { field: 'effective_at', to: one.effective_at };
  const effectiveAt = one.effective_at;
  const all = [when, ...fields];
  return [stepOf(model, { action: 'add', fields: all, path, table: one, effectiveAt })];
}

function upcomingAt(model: string, { upcoming = [] }: Price, one: Upcoming): Path {
  return ['prices', model, 'upcoming', upcoming.indexOf(one)];
}

function momentOf({ effective_at }: Upcoming): number {
  return Date.parse(effective_at);
}

function stepOf(
  model: string,
  task: Pick<Step, 'action' | 'fields' | 'path'> & {
    table: PriceTable;
    effectiveAt: string | null;
  },
): Step {
  const { action, fields, effectiveAt } = task;
  const { prices, long_context, allow_free } = task.table;
  return {
    action,
    noun: 'prices',
    name: model,
    path: task.path,
    fields,
    async run({ platform, model: find }) {
      const params = { path: { model_id: (await find(model)).id } };
      const body = {
        prices: decimalsOf(prices),
        long_context: tiersOf(long_context ?? []),
        service_tiers: tiersNamedBy(prices),
        ...(allow_free === undefined ? {} : { allow_free }),
        ...(effectiveAt === null ? {} : { effective_at: effectiveAt }),
      };
      const path = '/api/platform/models/{model_id}/prices';
      await dataOf(`prices ${model}`, platform.POST(path, { params, body }));
    },
  };
}

/**
 * A version is complete by itself: a dimension that the document leaves out is none of the new
 * version's.
 */
function compare(known: Version | null, table: PriceTable): FieldChange[] {
  const from = decimalsOf(known?.prices ?? {});
  const to = decimalsOf(table.prices);
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return [
    ...names.flatMap((name): FieldChange[] => {
      const [before, after] = [from[name], to[name]];
      if (before === after) return [];
      return [
        {
          field: name,
          ...(before === undefined ? {} : { from: before }),
          ...(after === undefined ? {} : { to: after }),
        },
      ];
    }),
    ...differences([
      ['long_context', tiersOf(known?.long_context ?? []), tiersOf(table.long_context ?? [])],
    ]),
  ];
}

type Tiers = NonNullable<PriceTable['long_context']>;

function tiersOf(tiers: readonly Tiers[number][]): Tiers {
  return tiers.map(({ above_input_tokens, prices }) => ({
    above_input_tokens,
    prices: decimalsOf(prices),
  }));
}

function decimalsOf(prices: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(prices).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, plainDecimal(text)]],
    ),
  );
}

/** The prices that hold and those to come, as a document has them. */
export function exportPrices({ models }: State): NonNullable<Document['prices']> {
  return Object.fromEntries(
    [...models.values()].flatMap(({ public_id, price, upcoming_prices }) => {
      if (price === null) return [];
      const upcoming = upcoming_prices.map((version) => ({
        effective_at: version.effective_at,
        ...tableOf(version),
      }));
      return [[public_id, { ...tableOf(price), ...(upcoming.length === 0 ? {} : { upcoming }) }]];
    }),
  );
}

function tableOf({ prices, long_context }: Version): PriceTable {
  const all = [prices, ...long_context.map((tier) => tier.prices)];
  const isFree = all.some((list) => Object.values(decimalsOf(list)).includes('0'));
  return {
    prices: decimalsOf(prices),
    ...(long_context.length === 0 ? {} : { long_context: tiersOf(long_context) }),
    ...(isFree ? { allow_free: true } : {}),
  };
}
