import type { ParameterRule, RequestContract } from '@tollgate/contract/request-contract';
import { revisionOf } from '@tollgate/providers/contract/contract';

type Exclusion = NonNullable<RequestContract['exclusions']>[number];
type Value = NonNullable<ParameterRule['values']>[number];

/**
 * The intersection of contracts as a contract: each of the contracts takes whatever the
 * intersection takes. The order of the contracts changes nothing, not even the revision.
 * @returns null for no contracts at all, and for contracts of different capabilities
 */
export function intersectContracts(contracts: readonly RequestContract[]): RequestContract | null {
  const [first] = contracts;
  if (first === undefined) return null;
  if (contracts.some(({ capability }) => capability !== first.capability)) return null;
  const exclusions = joinExclusions(contracts.flatMap((contract) => contract.exclusions ?? []));
  const isPublished = contracts.every(({ source }) => source === 'published');
  const rest: Omit<RequestContract, 'revision'> = {
    source: isPublished ? 'published' : 'assumed',
    capability: first.capability,
    parameters: intersectParameters(contracts.map(({ parameters }) => parameters)),
    ...(exclusions.length === 0 ? {} : { exclusions }),
    limits: intersectLimits(contracts.map(({ limits }) => limits)),
    ...transcriptionOfAll(contracts),
    dimensions: [...new Set(contracts.flatMap(({ dimensions }) => dimensions))].toSorted(),
  };
  return { revision: revisionOf(rest), ...rest };
}

/** What each of the models takes of audio; nothing where one of them takes none. */
function transcriptionOfAll(
  contracts: readonly RequestContract[],
): Pick<RequestContract, 'transcription'> {
  const terms = defined(contracts.map(({ transcription }) => transcription));
  if (terms.length < contracts.length) return {};
  return {
    transcription: {
      parameters: intersectParameters(terms.map(({ parameters }) => parameters)),
      audio_seconds: terms.map((one) => one.audio_seconds).reduce(smaller, Infinity),
    },
  };
}

/** Parameters that a contract both requires and refuses, so that no request can fit. */
export function contradictions(contract: RequestContract): string[] {
  return Object.entries(contract.parameters)
    .filter(([, rule]) => rule.required === true && !rule.supported)
    .map(([name]) => name);
}

function intersectParameters(
  sets: readonly RequestContract['parameters'][],
): RequestContract['parameters'] {
  const names = [...new Set(sets.flatMap((set) => Object.keys(set)))];
  return Object.fromEntries(names.map((name) => [name, intersectRules(sets.map((s) => s[name]))]));
}

/** A contract that does not speak of a parameter refuses it. */
function intersectRules(rules: readonly (ParameterRule | undefined)[]): ParameterRule {
  const required = rules.some((rule) => rule?.required === true) ? { required: true } : {};
  const minimum = defined(rules.map((rule) => rule?.minimum)).reduce(larger, -Infinity);
  const maximum = defined(rules.map((rule) => rule?.maximum)).reduce(smaller, Infinity);
  const values = commonValues(defined(rules.map((rule) => rule?.values)))?.filter(
    (value) => typeof value !== 'number' || (value >= minimum && value <= maximum),
  );
  const extra = commonType(rules);
  const leavesNothing = minimum > maximum || values?.length === 0 || extra === null;
  if (leavesNothing || !rules.every((rule) => rule?.supported === true)) {
    return { supported: false, ...required };
  }
  const limited = {
    ...(values === undefined ? {} : { values }),
    ...(minimum === -Infinity ? {} : { minimum }),
    ...(maximum === Infinity ? {} : { maximum }),
  };
  const common = commonDefault(rules, limited);
  return {
    supported: true,
    ...required,
    ...limited,
    ...extra,
    ...(common === undefined ? {} : { default: common }),
  };
}

/** What all of them say of an extra parameter's value; null where they contradict each other. */
function commonType(
  rules: readonly (ParameterRule | undefined)[],
): Pick<ParameterRule, 'type' | 'max_characters'> | null {
  const types = new Set(rules.map((rule) => rule?.type));
  const isNumeric = types.size === 2 && types.has('integer') && types.has('number');
  if (types.size > 1 && !isNumeric) return null;
  const [type] = isNumeric ? (['integer'] as const) : types;
  const most = defined(rules.map((rule) => rule?.max_characters)).reduce(smaller, Infinity);
  return {
    ...(type === undefined ? {} : { type }),
    ...(most === Infinity ? {} : { max_characters: most }),
  };
}

/**
 * What holds for all of them where a request says nothing: what they agree on, else the least that
 * all of them take.
 */
function commonDefault(
  rules: readonly (ParameterRule | undefined)[],
  { values, minimum }: Pick<ParameterRule, 'values' | 'minimum'>,
): Value | undefined {
  const [first, ...others] = defined(rules.map((rule) => rule?.default));
  if (first === undefined) return undefined;
  const isCommon = others.length === rules.length - 1 && others.every((one) => one === first);
  const fits = values?.includes(first) ?? true;
  return isCommon && fits ? first : (values?.[0] ?? minimum);
}

/** Undefined when no list limits the values. */
function commonValues(lists: readonly Value[][]): Value[] | undefined {
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  return [...new Set(first)]
    .filter((value) => others.every((list) => list.includes(value)))
    .toSorted(byTypeAndValue);
}

function byTypeAndValue(left: Value, right: Value): number {
  if (typeof left !== typeof right) return typeof left < typeof right ? -1 : 1;
  return left < right ? -1 : 1;
}

/** All of them, each once. */
function joinExclusions(exclusions: readonly Exclusion[]): Exclusion[] {
  const byRevision = new Map(exclusions.map((exclusion) => [revisionOf(exclusion), exclusion]));
  const sorted = [...byRevision].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return sorted.map(([, exclusion]) => exclusion);
}

/** Limits that not every contract has: the smallest of those that do. */
const FURTHER_LIMITS = [
  'output_tokens',
  'inputs',
  'total_tokens',
  'stop_sequences',
  'tools',
  'images',
  'images_per_message',
  'documents_per_message',
  'image_bytes',
  'characters',
  'audio_seconds',
] as const satisfies readonly (keyof RequestContract['limits'])[];

function intersectLimits(limits: readonly RequestContract['limits'][]): RequestContract['limits'] {
  const context = limits.map((limit) => limit.context_tokens).reduce(smaller, Infinity);
  const smallest = FURTHER_LIMITS.flatMap((name) => {
    const least = defined(limits.map((limit) => limit[name])).reduce(smaller, Infinity);
    return least === Infinity ? [] : [[name, least] as const];
  });
  return { context_tokens: context, ...Object.fromEntries(smallest) };
}

function defined<Item>(items: readonly (Item | undefined)[]): Item[] {
  return items.filter((item) => item !== undefined);
}

function larger(left: number, right: number): number {
  return Math.max(left, right);
}

function smaller(left: number, right: number): number {
  return Math.min(left, right);
}
