import { isDeepStrictEqual } from 'node:util';
import {
  isBilledByOutput,
  withDefaults,
  withVideoDimensions,
} from '@tollgate/providers/contract/video-contract';
import {
  withImageDefaults,
  withImageDimensions,
} from '@tollgate/providers/contract/image-contract';
import { isCapability, parametersOf } from '@tollgate/contract/request-contract';
import { ownTtl } from '@tollgate/providers/adapter/cache-marks';
import { EXTRAS_MAX, extraFaults } from '@tollgate/contract/extra-parameters';
import {
  isPricedTier,
  PRICED_TIERS,
  STANDARD_TIERS,
  tierDimensions,
} from '@tollgate/contract/service-tiers';
import type { PricedTier } from '@tollgate/contract/service-tiers';
import { HINT_PARAMETERS } from '@tollgate/contract/unknown-fields';
import type {
  Capability,
  ContractDraft,
  ParameterRule,
  RequestContract,
} from '@tollgate/contract/request-contract';

const hints: ReadonlySet<string> = new Set(HINT_PARAMETERS);

/** What an administrator adds to a draft or replaces in it. */
export interface ContractAdditions {
  limits?: ContractDraft['limits'] | undefined;
  parameters?: Readonly<Record<string, ParameterRule | undefined>> | undefined;
  dimensions?: string[] | undefined;
}

/** A draft with additions laid over it. */
export function extendDraft(draft: ContractDraft, additions: ContractAdditions): ContractDraft {
  const parameters = { ...draft.parameters };
  for (const [name, rule] of Object.entries(additions.parameters ?? {})) {
    if (rule !== undefined) parameters[name] = rule;
  }
  const dimensions = withTiers(
    withHour(additions.dimensions ?? draft.dimensions, parameters['cache_control']),
    parameters['service_tier'],
  );
  const limits = { ...draft.limits, ...additions.limits };
  return withImageDimensions(withVideoDimensions({ ...draft, parameters, limits, dimensions }));
}

/** Dimensions with those of the service tiers that requests may ask for. */
function withTiers(dimensions: string[], rule: ParameterRule | undefined): string[] {
  const tiers = rule?.supported === true ? (rule.values ?? []).filter(isPricedTier) : [];
  return [...new Set([...dimensions, ...tiers.flatMap((one) => tierDimensions(one, dimensions))])];
}

/** Dimensions with what is kept for an hour, where marks may ask for that. */
function withHour(dimensions: string[], marks: ParameterRule | undefined): string[] {
  const isAsked = marks?.supported === true && marks.values?.includes('1h') === true;
  if (!isAsked || dimensions.includes('cache_write_1h')) return dimensions;
  const at = dimensions.indexOf('cache_write') + 1;
  return at === 0 ? dimensions : dimensions.toSpliced(at, 0, 'cache_write_1h');
}

/**
 * The rules of a contract that its draft does not have, or has otherwise; none before the first
 * approval.
 */
export function overridesOf(
  draft: ContractDraft,
  contract: RequestContract | null,
): Record<string, ParameterRule> {
  const known = parametersOf(draft.capability);
  const rules: Readonly<Record<string, ParameterRule | undefined>> = withImageDefaults({
    ...draft,
    parameters: withDefaults(draft),
  });
  return Object.fromEntries(
    Object.entries(contract?.parameters ?? {}).filter(
      ([name, rule]) =>
        (known.includes(name) ||
          rule?.type !== undefined ||
          (hints.has(name) && Object.hasOwn(draft.parameters, name))) &&
        rule !== undefined &&
        !isDeepStrictEqual(rule, rules[name]),
    ),
  );
}

/** The names of the limits that a draft still lacks. */
export function missingLimits(draft: ContractDraft): string[] {
  const needed = isBilledByOutput(draft)
    ? (['context_tokens', 'output_tokens'] as const)
    : (['context_tokens'] as const);
  return needed.filter((name) => draft.limits[name] === undefined);
}

/** A fault of a rule of additions, by the parameter's name. */
export interface RuleFault {
  name: string;
  message: string;
}

/**
 * Parameters of additions that the capability of a draft does not have, hints that the draft does
 * not pass on, and extra parameters without bounds or with a name that may not be admitted.
 */
export function foreignParameters(draft: ContractDraft, additions: ContractAdditions): RuleFault[] {
  const known = parametersOf(draft.capability);
  const rules = Object.entries(additions.parameters ?? {});
  const extras = Object.entries(extendDraft(draft, additions).parameters).filter(
    ([, rule]) => rule.type !== undefined,
  );
  const faults = rules.flatMap(([name, rule]) => ruleFaults({ draft, known }, name, rule));
  if (extras.length <= EXTRAS_MAX) return faults;
  return [...faults, { name: '', message: `may have ${EXTRAS_MAX} extra parameters at most` }];
}

/**
 * A default for marks at a family that sets none, or of a time that the rule does not allow.
 * @param marksPrompts whether the family marks prompts whose callers set no mark
 */
export function markFaults(
  marksPrompts: boolean,
  { parameters = {} }: Pick<ContractAdditions, 'parameters'>,
): RuleFault[] {
  const name = 'cache_control';
  const rule = parameters[name];
  if (rule?.default === undefined) return [];
  if (!marksPrompts) {
    return [{ name, message: 'can have no default: the gateway sets no marks at this provider' }];
  }
  const isAllowed = ownTtl({ parameters: { [name]: rule } }) !== undefined;
  return isAllowed ? [] : [{ name, message: 'must have a default among its values: 5m or 1h' }];
}

/** The service tiers with prices of their own that an approval of a draft may admit. */
export function admissibleTiers({ parameters }: Pick<ContractDraft, 'parameters'>): PricedTier[] {
  return parameters['service_tier']?.supported === true ? [...PRICED_TIERS] : [];
}

/** Service tiers that nobody can price, or a rule that would admit any. */
export function tierFaults({
  parameters = {},
}: Pick<ContractAdditions, 'parameters'>): RuleFault[] {
  const name = 'service_tier';
  const rule = parameters[name];
  if (rule === undefined || !rule.supported) return [];
  const known: readonly unknown[] = [...STANDARD_TIERS.openai.values, ...PRICED_TIERS];
  const isKnown = rule.values?.every((value) => known.includes(value)) === true;
  return isKnown ? [] : [{ name, message: `must have values, of ${known.join(', ')}` }];
}

function ruleFaults(
  { draft, known }: { draft: ContractDraft; known: readonly string[] },
  name: string,
  rule: ParameterRule | undefined,
): RuleFault[] {
  if (rule === undefined) return [];
  const isKnown =
    known.includes(name) || (hints.has(name) && Object.hasOwn(draft.parameters, name));
  if (isKnown) {
    const isMarked = rule.type !== undefined || rule.max_characters !== undefined;
    return isMarked
      ? [
          {
            name,
            message:
              'is a parameter of the route, whose type is known: leave out type and max_characters',
          },
        ]
      : [];
  }
  if (OTHER_PARAMETERS.has(name) || draft.capability !== 'chat') {
    return [{ name, message: 'is no parameter of this capability' }];
  }
  return extraFaults(name, rule).map((message) => ({ name, message }));
}

/** Parameters and hints of all routes: none of them is an extra one. */
const OTHER_PARAMETERS: ReadonlySet<string> = new Set([
  ...parametersOf('chat'),
  ...parametersOf('embeddings'),
  ...parametersOf('video'),
  ...parametersOf('image'),
  ...parametersOf('rerank'),
  ...parametersOf('moderation'),
  ...parametersOf('speech'),
  ...parametersOf('transcription'),
  ...hints,
]);

/** Limits that contradict each other or the capability, as sentences; empty when all is well. */
export function limitFaults({ capability, limits }: ContractDraft): string[] {
  const { context_tokens: context, output_tokens: output } = limits;
  // Audio is no part of the context of the text.
  const isInContext = capability !== 'speech';
  const isTooLong =
    isInContext && context !== undefined && output !== undefined && output > context;
  const misplaced = Object.entries(LIMITS_OF).filter(
    ([name, owners]) =>
      limits[name as keyof typeof LIMITS_OF] !== undefined && !owners.includes(capability),
  );
  return [
    ...(isTooLong ? ['output_tokens is larger than context_tokens'] : []),
    ...misplaced.map(([name, [owner]]) => `${name} is for ${owner} models`),
  ];
}

const WITH_OUTPUT = ['chat', 'video', 'image', 'speech', 'transcription'] as const;

/** Capabilities of limits that not each of them has; the first is named to who errs. */
const LIMITS_OF: Readonly<
  Record<
    Exclude<keyof ContractDraft['limits'], 'context_tokens'>,
    readonly [Capability, ...Capability[]]
  >
> = {
  inputs: ['embeddings', 'moderation'],
  total_tokens: ['embeddings'],
  documents: ['rerank'],
  chunk_tokens: ['rerank'],
  characters: ['speech'],
  audio_seconds: ['transcription'],
  output_tokens: WITH_OUTPUT,
  stop_sequences: WITH_OUTPUT,
  tools: WITH_OUTPUT,
  images: WITH_OUTPUT,
  images_per_message: WITH_OUTPUT,
  documents_per_message: WITH_OUTPUT,
  image_bytes: WITH_OUTPUT,
};

/**
 * Whether a stored contract has everything that a call needs. Unknown parts are ignored, because a
 * newer version may have written them.
 */
export function isContract(value: unknown): value is RequestContract {
  if (!isDocument(value)) return false;
  const { revision, capability, parameters, limits, dimensions } = value;
  if (typeof revision !== 'string' || !isDocument(parameters) || !isDocument(limits)) return false;
  return (
    typeof capability === 'string' &&
    isCapability(capability) &&
    Object.values(parameters).every((rule) => isDocument(rule) && isFlag(rule['supported'])) &&
    isCount(limits['context_tokens']) &&
    (capability !== 'chat' || isCount(limits['output_tokens'])) &&
    Array.isArray(dimensions) &&
    dimensions.every((name) => typeof name === 'string')
  );
}

function isDocument(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
