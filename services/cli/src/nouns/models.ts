import { extraFaults } from '@tollgate/contract/extra-parameters';
import { parametersOf } from '@tollgate/contract/request-contract';
import { HINT_PARAMETERS } from '@tollgate/contract/unknown-fields';
import type { ModelApproval, PlatformModelOut } from '@tollgate/contract/platform/models';
import type { Document, Model } from '../document.ts';
import type { Path } from '../faults.ts';
import { dataOf } from '../platform-client.ts';
import type { State } from '../state.ts';
import { differences, under } from '../step.ts';
import { limitFaults } from './limit-checks.ts';
import type { FieldChange, Planning, Step, Work } from '../step.ts';

/** The reason of a change in the trail. */
const REASON = 'tollgate apply';
/** Seconds of video have a dimension for each kind, which follows from the parameters. */
const VIDEO = /^second(?:_|$)/u;
/** Kinds of images that are made, and the word for all of them. */
const IMAGE = /^image(?:_(?!output$)|$)/u;
type Known = PlatformModelOut;
type Approval = ModelApproval;

/**
 * Steps to the wanted models, but for those that switch models off. A model that is not known yet
 * is looked for at its provider when the step runs.
 */
export function planModels(planning: Planning): Step[] {
  const { document, state } = planning;
  return Object.entries(document.models ?? {}).flatMap(([publicId, { enabled, ...rest }]) => {
    const known = state.models.get(publicId);
    const all = { ...rest, ...(enabled === undefined ? {} : { enabled }) };
    if (!checkModel(planning, publicId, { wanted: all, known })) return [];
    const wanted = { ...rest, ...(enabled === true ? { enabled } : {}) };
    const fields = fieldsOf(known, wanted);
    if (fields.length === 0) return [];
    const run = (work: Work): Promise<void> => bringAbout(work, publicId, wanted);
    const action = known?.state === 'approved' || known?.state === 'rejected' ? 'change' : 'add';
    const path = ['models', publicId];
    return [{ action, noun: 'models' as const, name: publicId, path, fields, run }];
  });
}

/** Steps that switch models off: behind those of aliases, which take no new target that is off. */
export function planSwitchingOff({ document, state }: Planning): Step[] {
  return Object.entries(document.models ?? {}).flatMap(([publicId, { enabled }]) => {
    const isOn = state.models.get(publicId)?.enabled ?? true;
    if (enabled !== false || !isOn) return [];
    return [
      {
        action: 'change' as const,
        noun: 'models' as const,
        name: publicId,
        path: ['models', publicId, 'enabled'],
        fields: [{ field: 'enabled', from: true, to: false }],
        async run({ platform, model }) {
          const { id } = await model(publicId);
          await decide(platform, { id, what: `models ${publicId}` }, 'disable');
        },
      } satisfies Step,
    ];
  });
}

/** Steps that switch off the models that a document does not name; a model is never forgotten. */
export function pruneModels({ document, state }: Planning): Step[] {
  return [...state.models.values()]
    .filter(({ state: standing, enabled }) => standing === 'approved' && enabled)
    .filter(({ public_id }) => document.models?.[public_id] === undefined)
    .map(({ id, public_id }) => ({
      action: 'remove',
      noun: 'models',
      name: public_id,
      path: ['models'],
      fields: [{ field: 'enabled', from: true, to: false }],
      run: ({ platform }) => decide(platform, { id, what: `models ${public_id}` }, 'disable'),
    }));
}

/** Whether a model can be called after a document was applied. */
export function isEnabledAfter(
  { document, state }: Planning,
  publicId: string,
  isPruned: boolean,
): boolean {
  const wanted = under(document.models, publicId);
  const known = state.models.get(publicId);
  if (wanted === undefined) {
    return !isPruned && known?.state === 'approved' && known.enabled;
  }
  const isApproved = (wanted.state ?? 'approved') === 'approved';
  return isApproved && (wanted.enabled ?? known?.enabled ?? true);
}

function checkModel(
  { document, state, fault }: Planning,
  publicId: string,
  { wanted, known }: { wanted: Model; known: Known | undefined },
): boolean {
  const path = ['models', publicId];
  if (!checkOwnFields(fault, path, wanted)) return false;
  const prefix = publicId.slice(0, publicId.indexOf('/'));
  const family = familyOf({ document, state }, prefix);
  if (known === undefined && family === undefined) {
    fault({ path, words: `is not known, and nobody has a credential of the provider ${prefix}` });
    return false;
  }
  if (wanted.state === 'rejected') return true;
  const pricedFor = under(document.prices, publicId)?.prices ?? {};
  const isPrefixChosen = state.families.find(({ id }) => id === family)?.provider === null;
  const faults = limitFaults(wanted, { known, pricedFor, isPrefixChosen });
  for (const { name, words } of faults) fault({ path: [...path, 'limits', name], words });
  return faults.length === 0;
}

/** Checks what the document says of a model by itself. */
function checkOwnFields(fault: Planning['fault'], path: Path, wanted: Model): boolean {
  const { state: standing, ...rest } = wanted;
  const [more] = Object.keys(rest);
  if (standing === 'rejected' && more !== undefined) {
    fault({ path: [...path, more], words: 'means nothing for a model that is rejected' });
    return false;
  }
  const strange = strangeParameters(wanted);
  for (const { name, words } of strange) fault({ path: [...path, 'parameters', name], words });
  return strange.length === 0;
}

/** The family of a provider that the document or the running system has. */
function familyOf(
  { document, state }: Pick<Planning, 'document' | 'state'>,
  prefix: string,
): string | undefined {
  const known = state.credentials.find(({ provider }) => provider === prefix);
  return under(document.providers, prefix)?.family ?? known?.family;
}

const CAPABILITIES = [
  'chat',
  'embeddings',
  'video',
  'image',
  'rerank',
  'moderation',
  'speech',
  'transcription',
] as const;
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
  ...CAPABILITIES.flatMap((capability) => parametersOf(capability)),
  ...HINT_PARAMETERS,
]);

/**
 * Extra parameters that the platform would refuse, as it says so: an apply that stops at a model
 * has made changes.
 */
function strangeParameters({ parameters = {} }: Model): { name: string; words: string }[] {
  return Object.entries(parameters).flatMap(([name, rule]) =>
    KNOWN_PARAMETERS.has(name) || rule === undefined
      ? []
      : extraFaults(name, rule).map((words) => ({ name, words })),
  );
}

function fieldsOf(known: Known | undefined, wanted: Model): FieldChange[] {
  return [
    ...differences([
      ['state', known?.state, wanted.state ?? 'approved'],
      ['enabled', known?.enabled ?? true, wanted.enabled],
    ]),
    ...contractFields(known, wanted),
    ...differences([
      ['hard_output_tokens', known?.hard_output_tokens ?? null, wanted.hard_output_tokens],
      ['first_byte_seconds', known?.first_byte_seconds ?? null, wanted.first_byte_seconds],
      ['total_seconds', known?.total_seconds ?? null, wanted.total_seconds],
    ]),
  ];
}

/**
 * Limits and dimensions of a model that is not approved are what its family knows: none that
 * anybody has chosen.
 */
function contractFields(known: Known | undefined, wanted: Model): FieldChange[] {
  const approved = known?.state === 'approved' ? known : undefined;
  const rules = (known?.request_contract?.['parameters'] ?? {}) as Record<string, unknown>;
  return differences([
    ...Object.entries(wanted.limits ?? {}).map(
      ([name, value]) =>
        [`limits.${name}`, approved?.limits[name as keyof Known['limits']], value] as const,
    ),
    ...Object.entries(wanted.parameters ?? {}).map(
      ([name, rule]) => [`parameters.${name}`, knownRule(known, rules[name], rule), rule] as const,
    ),
    [
      'dimensions',
      approved && shownDimensions(approved.dimensions),
      wanted.dimensions === undefined ? undefined : shownDimensions(wanted.dimensions),
    ],
  ]);
}

/**
 * The rules of videos and images are completed with defaults when they are approved: a document
 * need not say these.
 */
function knownRule(known: Known | undefined, rule: unknown, wanted: object | undefined): unknown {
  const hasDefaults = known?.capability === 'video' || known?.capability === 'image';
  if (!hasDefaults || typeof rule !== 'object' || rule === null) return rule;
  return Object.fromEntries(
    Object.entries(rule).filter(([name]) => wanted !== undefined && Object.hasOwn(wanted, name)),
  );
}

type Dimension = NonNullable<Approval['dimensions']>[number];

function shownDimensions(dimensions: readonly string[]): Dimension[] {
  const others = dimensions.filter((name) => !VIDEO.test(name) && !IMAGE.test(name)).toSorted();
  const second = dimensions.some((name) => VIDEO.test(name)) ? ['second'] : [];
  const image = dimensions.some((name) => IMAGE.test(name)) ? ['image'] : [];
  return [...new Set([...others, ...second, ...image])] as Dimension[];
}

async function bringAbout(work: Work, publicId: string, wanted: Model): Promise<void> {
  const { platform } = work;
  const known = await work.model(publicId);
  const at = { id: known.id, what: `models ${publicId}` };
  if (wanted.state === 'rejected') {
    await decide(platform, at, 'reject');
    return;
  }
  const isApproved = known.state === 'approved';
  const { enabled, ...contract } = wanted;
  let isEnabled = known.enabled;
  if (!isApproved || fieldsOf(known, contract).length > 0) {
    const path = '/api/platform/models/{model_id}/approval';
    const params = { path: { model_id: known.id } };
    const body = approvalOf(isApproved ? known : null, contract);
    isEnabled = (await dataOf(at.what, platform.POST(path, { params, body }))).enabled;
  }
  if (enabled === true && !isEnabled) await decide(platform, at, 'enable');
}

/** An approval replaces the one before, so that what a document leaves out is said again. */
function approvalOf(known: Known | null, wanted: Omit<Model, 'enabled'>): Approval {
  const limits = { ...known?.limits, ...wanted.limits };
  const rules = Object.entries({ ...known?.parameter_overrides, ...wanted.parameters });
  const parameters = Object.fromEntries(
    rules.flatMap(([name, rule]) => (rule === undefined ? [] : [[name, rule] as const])),
  );
  const dimensions = wanted.dimensions ?? (known === null ? [] : shownDimensions(known.dimensions));
  const kept = (
    name: 'hard_output_tokens' | 'first_byte_seconds' | 'total_seconds',
  ): number | null => (wanted[name] === undefined ? (known?.[name] ?? null) : wanted[name]);
  return {
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...(dimensions.length === 0 ? {} : { dimensions }),
    hard_output_tokens: kept('hard_output_tokens'),
    first_byte_seconds: kept('first_byte_seconds'),
    total_seconds: kept('total_seconds'),
    reason: REASON,
  };
}

async function decide(
  platform: Work['platform'],
  { id, what }: { id: string; what: string },
  decision: 'enable' | 'disable' | 'reject',
): Promise<void> {
  const path = '/api/platform/models/{model_id}/decision';
  const params = { path: { model_id: id } };
  await dataOf(what, platform.POST(path, { params, body: { decision, reason: REASON } }));
}

/** The models that somebody has decided about, as a document has them. */
export function exportModels({ models }: State): NonNullable<Document['models']> {
  return Object.fromEntries(
    [...models.values()].flatMap((model): [string, Model][] => {
      if (model.state === 'discovered') return [];
      if (model.state === 'rejected') return [[model.public_id, { state: 'rejected' }]];
      const { enabled, limits, dimensions, hard_output_tokens, parameter_overrides } = model;
      const { first_byte_seconds, total_seconds } = model;
      const parameters = parameter_overrides as NonNullable<Model['parameters']>;
      return [
        [
          model.public_id,
          {
            state: 'approved',
            enabled,
            limits,
            dimensions: shownDimensions(dimensions),
            hard_output_tokens,
            first_byte_seconds,
            total_seconds,
            ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
          },
        ],
      ];
    }),
  );
}
