import type { ContractDraft, ParameterRule } from '@tollgate/contract/request-contract';
import { isBilledByImageTokens } from './image-contract.ts';
import { readSize, sizesOf } from '../adapter/video-terms.ts';

type Value = NonNullable<ParameterRule['values']>[number];

/**
 * Parameters that decide about the price of a video: their values have to be listed, or a length
 * bounded.
 */
const LISTED = ['resolution', 'generate_audio'] as const;
/** Pictures that a video can be made of. */
const PICTURES = ['input_reference', 'first_frame', 'last_frame'] as const;
const RESOLUTION = /^(?:[1-9]\d{2,3}p|[1-9]\d?k)$/;
/** The longest video that a contract may allow. */
const SECONDS_MAX = 3_600;

/** A fault of one parameter of a contract. */
export interface VideoFault {
  name: string;
  message: string;
}

/** Capabilities, beside chat, whose models may be billed by the tokens of what they make. */
const WITH_OUTPUT: readonly ContractDraft['capability'][] = ['video', 'speech', 'transcription'];

/** Whether answers are paid by their tokens, so that their number needs a bound. */
export function isBilledByOutput(draft: ContractDraft): boolean {
  const { capability, dimensions } = draft;
  if (capability === 'image') return isBilledByImageTokens(draft);
  if (capability === 'chat') return true;
  return WITH_OUTPUT.includes(capability) && dimensions.includes('output');
}

/**
 * The draft with a dimension for each kind of video that its parameters allow, where videos are
 * paid by the second: each kind has a price of its own. Drafts of other models, and of videos that
 * are paid otherwise, stay as they are.
 */
export function withVideoDimensions(draft: ContractDraft): ContractDraft {
  const { capability, dimensions, parameters } = draft;
  const others = dimensions.filter((name) => name !== 'second' && !name.startsWith('second_'));
  const isBySecond = dimensions.length === 0 || others.length < dimensions.length;
  if (capability !== 'video' || !isBySecond) return draft;
  const pictures = PICTURES.some((name) => parameters[name]?.supported === true);
  const kinds = valuesOf(parameters['resolution']).flatMap((resolution) =>
    valuesOf(parameters['generate_audio']).flatMap((sound) =>
      (pictures ? ['text', 'image'] : ['text']).map(
        (input) => `second_${resolution}_${sound === true ? 'sound' : 'silent'}_${input}`,
      ),
    ),
  );
  return { ...draft, dimensions: [...others, ...kinds] };
}

/**
 * The faults for which the parameters of a video model do not decide what a video costs; empty for
 * other models.
 */
export function videoFaults({ capability, parameters }: ContractDraft): VideoFault[] {
  if (capability !== 'video') return [];
  const unlisted = LISTED.filter((name) => valuesOf(parameters[name]).length === 0);
  const foreign = valuesOf(parameters['resolution']).filter(
    (value) => typeof value !== 'string' || !RESOLUTION.test(value),
  );
  const notSaid = Object.entries(parameters).filter(([, rule]) => !takesDefault(rule));
  return [
    ...unlisted.map((name) => ({ name, message: 'needs a list of values' })),
    ...foreign.map((value) => ({
      name: 'resolution',
      message: `cannot be ${String(value)}: use such as 720p or 4k`,
    })),
    ...(boundsSeconds(parameters['seconds'])
      ? []
      : [{ name: 'seconds', message: `needs whole numbers up to ${SECONDS_MAX}` }]),
    ...notSaid.map(([name]) => ({ name, message: 'has a default that it does not take' })),
  ];
}

/**
 * Parameters of a video model that leave a choice which the wire of its provider cannot say:
 * callers would be charged for videos that nobody was asked for. Empty for other models.
 */
export function unsaidFaults(
  { capability, parameters }: ContractDraft,
  unsaid: readonly string[],
): VideoFault[] {
  if (capability !== 'video') return [];
  return unsaid
    .filter(
      (name) => parameters[name]?.supported === true && valuesOf(parameters[name]).length !== 1,
    )
    .map((name) => ({
      name,
      message: 'cannot be said to this provider: list the one value that holds',
    }));
}

/**
 * The parameters of a contract; those of a video model whose values are listed or bounded say what
 * holds where a request says nothing.
 */
export function withDefaults({
  capability,
  parameters,
}: ContractDraft): ContractDraft['parameters'] {
  if (capability !== 'video') return parameters;
  const rules = Object.entries(parameters).map(([name, rule]) => [
    name,
    name === 'size' ? sizesIn(rule, parameters) : completed(name, rule),
  ]);
  return Object.fromEntries(rules) as ContractDraft['parameters'];
}

/**
 * `size` is another name for two parameters, so that it has no default, and no value that these do
 * not allow.
 */
function sizesIn(rule: ParameterRule, parameters: ContractDraft['parameters']): ParameterRule {
  if (!rule.supported) return rule;
  const [resolutions, shapes] = ['resolution', 'aspect_ratio'].map((name) =>
    valuesOf(parameters[name]).filter((value) => typeof value === 'string'),
  );
  const values = (rule.values ?? sizesOf(resolutions ?? [], shapes ?? [])).filter(
    (size) => typeof size === 'string' && readSize(size, parameters) !== null,
  );
  return values.length === 0 ? { supported: false } : { ...rule, values };
}

function completed(name: string, rule: ParameterRule): ParameterRule {
  const first = rule.values?.[0] ?? (name === 'seconds' ? rule.minimum : undefined);
  if (!rule.supported || rule.default !== undefined || first === undefined) return rule;
  return { ...rule, default: first };
}

function valuesOf(rule: ParameterRule | undefined): readonly Value[] {
  return rule?.supported === true ? (rule.values ?? []) : [];
}

/** A length is a list of whole numbers, or from one to another. */
function boundsSeconds(rule: ParameterRule | undefined): boolean {
  if (rule?.supported !== true) return false;
  const { values, minimum, maximum } = rule;
  const ends = values ?? [minimum, maximum];
  return ends.length > 0 && ends.every(isLength);
}

function isLength(value: Value | undefined): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= SECONDS_MAX;
}

function takesDefault({ default: said, values, minimum, maximum }: ParameterRule): boolean {
  if (said === undefined) return true;
  if (values !== undefined) return values.includes(said);
  if (typeof said !== 'number') return minimum === undefined && maximum === undefined;
  return said >= (minimum ?? said) && said <= (maximum ?? said);
}
