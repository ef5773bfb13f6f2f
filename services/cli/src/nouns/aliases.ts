import type { AliasTargetInput, PlatformAliasOut } from '@tollgate/contract/platform/aliases';
import type { Alias, Document } from '../document.ts';
import { dataOf } from '../platform-client.ts';
import type { State } from '../state.ts';
import { differences, under } from '../step.ts';
import type { Planning, Step, Work } from '../step.ts';

/** The reason of a change in the trail. */
const REASON = 'tollgate apply';
type Target = Alias['targets'][number];
type Strategy = NonNullable<Alias['strategy']>;

/** Steps to the wanted aliases. */
export function planAliases(planning: Planning): Step[] {
  const { document, state } = planning;
  return Object.entries(document.aliases ?? {}).flatMap(([name, wanted]) => {
    const alias = state.aliases.get(name);
    const strategy = wanted.strategy ?? alias?.strategy ?? 'ordered';
    if (!checkTargets(planning, name, { strategy, targets: wanted.targets })) return [];
    const fields = changedFields(alias, wanted, strategy);
    if (fields.length === 0) return [];
    const run = (work: Work): Promise<void> => bringAbout(work, { name, wanted, alias });
    const action = alias === undefined ? ('add' as const) : ('change' as const);
    const path = ['aliases', name];
    return [{ action, noun: 'aliases' as const, name, path, fields, run }];
  });
}

function changedFields(
  alias: PlatformAliasOut | undefined,
  wanted: Alias,
  strategy: Strategy,
): Step['fields'] {
  const stated = alias === undefined ? { enabled: true, ...wanted, strategy } : wanted;
  return differences([
    ['strategy', alias?.strategy, stated.strategy],
    ['enabled', alias?.enabled, stated.enabled],
    ['first_byte_seconds', alias?.first_byte_seconds ?? null, stated.first_byte_seconds],
    ['total_seconds', alias?.total_seconds ?? null, stated.total_seconds],
    ['targets', alias?.targets.map(shownTarget), wantedTargets(wanted.targets, strategy)],
  ]);
}

/** Steps that delete the aliases that a document does not name. */
export function pruneAliases({ document, state }: Planning): Step[] {
  return [...state.aliases.values()]
    .filter(({ name }) => under(document.aliases, name) === undefined)
    .map(({ id, name }) => ({
      action: 'remove',
      noun: 'aliases',
      name,
      path: ['aliases'],
      fields: [],
      async run({ platform }) {
        const params = { path: { alias_id: id } };
        await dataOf(
          `aliases ${name}`,
          platform.DELETE('/api/platform/aliases/{alias_id}', { params }),
        );
      },
    }));
}

function checkTargets(
  planning: Planning,
  name: string,
  { strategy, targets }: { strategy: Strategy; targets: readonly Target[] },
): boolean {
  const { document, state, fault } = planning;
  const [first] = targets.map(({ model }) => state.models.get(model)?.capability);
  const seen = new Set<string>();
  let isGood = true;
  for (const [index, { model, weight }] of targets.entries()) {
    const own = state.models.get(model)?.capability ?? first;
    const faults: [field: string, words: string | null][] = [
      ['model', seen.has(model) ? 'is a target already' : null],
      ['model', whyNoTarget({ document, state }, name, model)],
      [
        'model',
        first === undefined || own === first ? null : `is for ${own}, others are for ${first}`,
      ],
      [
        'weight',
        weight !== undefined && strategy !== 'weighted' ? 'is for the strategy weighted' : null,
      ],
    ];
    seen.add(model);
    for (const [field, words] of faults) {
      if (words === null) continue;
      isGood = false;
      fault({ path: ['aliases', name, 'targets', index, field], words });
    }
  }
  return isGood;
}

/** Why the plane would take no such target; null where it will. */
function whyNoTarget(
  { document, state }: Pick<Planning, 'document' | 'state'>,
  name: string,
  model: string,
): string | null {
  const wanted = document.models?.[model];
  const known = state.models.get(model);
  const standing = wanted === undefined ? known?.state : (wanted.state ?? 'approved');
  if (standing !== 'approved') {
    return 'is no approved model, and the document approves none of that id';
  }
  const isOff = known?.enabled === false && wanted?.enabled !== true;
  return isOff && !isTarget(state, name, model)
    ? 'is switched off: an alias takes no new target that is off'
    : null;
}

function isTarget({ aliases }: Planning['state'], name: string, model: string): boolean {
  return aliases.get(name)?.targets.some((target) => target.public_id === model) === true;
}

function shownTarget({ public_id, weight, retries }: PlatformAliasOut['targets'][number]): Target {
  return { model: public_id, ...(weight === null ? {} : { weight }), retries };
}

function wantedTargets(targets: readonly Target[], strategy: Strategy): Target[] {
  return targets.map(({ model, weight = 1, retries = 0 }) => ({
    model,
    ...(strategy === 'weighted' ? { weight } : {}),
    retries,
  }));
}

async function bringAbout(
  { platform, model }: Work,
  task: { name: string; wanted: Alias; alias: PlatformAliasOut | undefined },
): Promise<void> {
  const { name, wanted, alias } = task;
  const { strategy, enabled, first_byte_seconds, total_seconds } = wanted;
  const targets: AliasTargetInput[] = [];
  for (const { model: publicId, ...rest } of wanted.targets) {
    targets.push({ model_id: (await model(publicId)).id, ...rest });
  }
  const body = {
    ...(strategy === undefined ? {} : { strategy }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(first_byte_seconds === undefined ? {} : { first_byte_seconds }),
    ...(total_seconds === undefined ? {} : { total_seconds }),
    targets,
    reason: REASON,
  };
  const what = `aliases ${name}`;
  if (alias === undefined) {
    await dataOf(what, platform.POST('/api/platform/aliases', { body: { name, ...body } }));
    return;
  }
  const params = { path: { alias_id: alias.id } };
  await dataOf(what, platform.PATCH('/api/platform/aliases/{alias_id}', { params, body }));
}

/** The aliases of the running system, as a document has them. */
export function exportAliases({ aliases }: State): NonNullable<Document['aliases']> {
  return Object.fromEntries(
    [...aliases.values()].map((alias) => {
      const { name, strategy, enabled, targets, first_byte_seconds, total_seconds } = alias;
      const times = { first_byte_seconds, total_seconds };
      return [name, { strategy, enabled, ...times, targets: targets.map(shownTarget) }];
    }),
  );
}
