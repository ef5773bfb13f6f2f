import type { ContractDraft, ParameterRule } from '@tollgate/contract/request-contract';
import type { ImageTerms } from '../adapter/image-wire.ts';

type Value = NonNullable<ParameterRule['values']>[number];

/** Stands in a dimension where the size, or the quality, changes no price. */
const ANY_KIND = 'any';
/** The provider chooses; never a kind of its own. */
const AUTO = 'auto';
/** Dimensions of tokens, which are not those of a kind of image. */
const TOKENS: ReadonlySet<string> = new Set(['image_input', 'image_output']);
/** Parameters that decide about the price of an image. */
const PRICED = ['n', 'size', 'resolution', 'quality'] as const;
const SIZE = /^(?:[1-9]\d{1,4}x[1-9]\d{1,4}|[1-9]\d?k)$/u;
const QUALITY = /^(?:low|medium|high|xhigh|max|standard|hd)$/u;

/** Whether the tokens of images are billed, and not the images. */
export function isBilledByImageTokens({
  capability,
  dimensions,
}: Pick<ContractDraft, 'capability' | 'dimensions'>): boolean {
  return capability === 'image' && dimensions.includes('image_output');
}

/**
 * The draft with a dimension for each kind of image that its parameters allow, where images are
 * billed by the piece: each kind has a price of its own. Other drafts stay as they are.
 */
export function withImageDimensions(draft: ContractDraft): ContractDraft {
  const { capability, dimensions, parameters } = draft;
  const isImage = (name: string): boolean =>
    name === 'image' || (name.startsWith('image_') && !TOKENS.has(name));
  if (capability !== 'image' || !dimensions.some(isImage)) return draft;
  const others = dimensions.filter((name) => !isImage(name));
  const kinds = sizesOf(parameters).flatMap((size) =>
    kindsOf(parameters['quality']).map((quality) => `image_${size}_${quality}`),
  );
  return { ...draft, dimensions: [...others, ...kinds] };
}

function sizesOf({ size, resolution }: ContractDraft['parameters']): string[] {
  const [inPixels, inClasses] = [kindsOf(size), kindsOf(resolution)];
  return inPixels.includes(ANY_KIND) ? inClasses : inPixels;
}

/** The values that a rule lists; one that lists none leaves the price alone. */
function kindsOf(rule: ParameterRule | undefined): string[] {
  const values = valuesOf(rule).filter((value) => value !== AUTO);
  return values.length === 0 ? [ANY_KIND] : values.map(String);
}

/**
 * The dimension among those of a model in which its images are counted; null where images are not
 * billed by the piece, or those of this kind have no dimension.
 */
export function imageDimension(dimensions: readonly string[], terms: ImageTerms): string | null {
  const sizes = [terms.size, terms.resolution, ANY_KIND];
  const qualities = [terms.quality, ANY_KIND];
  const names = sizes.flatMap((size) => qualities.map((quality) => `image_${size}_${quality}`));
  return names.find((name) => dimensions.includes(name)) ?? null;
}

/** A fault of one parameter of a contract. */
interface ImageFault {
  name: string;
  message: string;
}

/**
 * The faults for which the parameters of an image model do not decide what its images cost; empty
 * for other models.
 */
export function imageFaults({ capability, dimensions, parameters }: ContractDraft): ImageFault[] {
  if (capability !== 'image') return [];
  const byPiece = !isBilledByImageTokens({ capability, dimensions });
  const foreign = [
    ...foreignValues('size', parameters, SIZE),
    ...foreignValues('resolution', parameters, SIZE),
    ...foreignValues('quality', parameters, QUALITY),
  ];
  const defaults = PRICED.filter((name) => !takesDefault(parameters[name]));
  return [
    ...(byPiece ? foreign : []),
    ...defaults.map((name) => ({ name, message: 'has a default that it does not take' })),
  ];
}

function foreignValues(
  name: (typeof PRICED)[number],
  parameters: ContractDraft['parameters'],
  pattern: RegExp,
): ImageFault[] {
  return valuesOf(parameters[name])
    .filter((value) => value !== AUTO && !pattern.test(String(value)))
    .map((value) => ({ name, message: `cannot be ${String(value)}, which no price can name` }));
}

/**
 * The parameters of a contract; those of an image model that decide about the price and list their
 * values say what holds where a request says nothing.
 */
export function withImageDefaults({
  capability,
  parameters,
}: ContractDraft): ContractDraft['parameters'] {
  if (capability !== 'image') return parameters;
  const rules = PRICED.flatMap((name) => {
    const rule = parameters[name];
    const first = name === 'n' ? (rule?.minimum ?? rule?.values?.[0]) : rule?.values?.[0];
    const isOpen = rule?.supported === true && rule.default === undefined && first !== undefined;
    return isOpen ? [[name, { ...rule, default: first }] as const] : [];
  });
  return { ...parameters, ...Object.fromEntries(rules) };
}

function valuesOf(rule: ParameterRule | undefined): readonly Value[] {
  return rule?.supported === true ? (rule.values ?? []) : [];
}

function takesDefault(rule: ParameterRule | undefined): boolean {
  const said = rule?.default;
  if (said === undefined || rule?.values === undefined) return true;
  return rule.values.includes(said);
}
