import { createHash } from 'node:crypto';
import { parametersOf } from '@tollgate/contract/request-contract';
import { PRICED_TOOLS } from '@tollgate/contract/priced-dimensions';
import type { PricedTool } from '@tollgate/contract/priced-dimensions';
import type { HINT_PARAMETERS } from '@tollgate/contract/unknown-fields';
import type {
  CHAT_PARAMETERS,
  ContractDraft,
  EMBEDDINGS_PARAMETERS,
  IMAGE_PARAMETERS,
  ParameterRule,
  RERANK_PARAMETERS,
  RequestContract,
  SPEECH_PARAMETERS,
  TRANSCRIPTION_PARAMETERS,
  VIDEO_PARAMETERS,
} from '@tollgate/contract/request-contract';
import { imageFaults, withImageDefaults } from './image-contract.ts';
import { videoFaults, isBilledByOutput, withDefaults } from './video-contract.ts';

const REVISION_CHARACTERS = 16;

/** The parameter is taken, with any value that the route's own schema allows. */
export const ANY: ParameterRule = { supported: true };
/** The parameter is refused. */
export const NONE: ParameterRule = { supported: false };

/** Represents any value of a parameter in an exclusion. */
export const PRESENT = 'present';

/** Represents a parameter that a request does not name, in the `when` of an exclusion. */
export const ABSENT = 'absent';

/** The parameter is taken with these values only. */
export function oneOf(...values: (string | number | boolean)[]): ParameterRule {
  return { supported: true, values };
}

/** The parameter is a number within these bounds, both inclusive. */
export function between(minimum: number, maximum: number): ParameterRule {
  return { supported: true, minimum, maximum };
}

/** A rule for every parameter of the chat route; the compiler finds the one that is missing. */
export type ChatRules = Record<(typeof CHAT_PARAMETERS)[number], ParameterRule>;
/** Rules for hints that go on to the provider. */
export type HintRules = Partial<Record<(typeof HINT_PARAMETERS)[number], ParameterRule>>;
/** Rules for tools that the provider runs. */
export type ToolRules = Partial<Record<PricedTool, ParameterRule>>;
/** A rule for every parameter of the embeddings route. */
export type EmbeddingsRules = Record<(typeof EMBEDDINGS_PARAMETERS)[number], ParameterRule>;
/** A rule for every parameter of the video routes. */
export type VideoRules = Record<(typeof VIDEO_PARAMETERS)[number], ParameterRule>;
/** A rule for every parameter of the image route. */
export type ImageRules = Record<(typeof IMAGE_PARAMETERS)[number], ParameterRule>;
/** A rule for every parameter of the rerank route. */
export type RerankRules = Record<(typeof RERANK_PARAMETERS)[number], ParameterRule>;

/** A rule for every parameter of the speech route. */
export type SpeechRules = Record<(typeof SPEECH_PARAMETERS)[number], ParameterRule>;

/** A rule for every parameter of the routes for transcriptions. */
export type TranscriptionRules = Record<(typeof TRANSCRIPTION_PARAMETERS)[number], ParameterRule>;

/**
 * The draft as a contract with its revision, or null when it is not complete: a parameter without a
 * rule, an unknown limit, no usage dimension. The revision is a short hash of the canonical JSON of
 * all the rest.
 */
export function finishContract(draft: ContractDraft): RequestContract | null {
  if (parametersOf(draft.capability).some((name) => draft.parameters[name] === undefined))
    return null;
  const { context_tokens: context, output_tokens: output } = draft.limits;
  if (!isLimit(context) || draft.dimensions.length === 0) return null;
  if (isBilledByOutput(draft) && !isLimit(output)) return null;
  if (videoFaults(draft).length > 0 || imageFaults(draft).length > 0) return null;
  const rest: Omit<RequestContract, 'revision'> = {
    // Drafts that an earlier release has stored have no source.
    ...((draft.source as ContractDraft['source'] | undefined) === undefined
      ? {}
      : { source: draft.source }),
    capability: draft.capability,
    parameters: withoutTools(withImageDefaults({ ...draft, parameters: withDefaults(draft) })),
    ...(draft.exclusions === undefined ? {} : { exclusions: draft.exclusions }),
    ...(draft.chat === undefined ? {} : { chat: draft.chat }),
    limits: {
      context_tokens: context,
      ...furtherLimits(draft),
    },
    dimensions: draft.dimensions,
  };
  return { revision: revisionOf(rest), ...rest };
}

/**
 * The parameters without the tools that the provider runs: a contract has them where its price
 * version has.
 */
function withoutTools(parameters: RequestContract['parameters']): RequestContract['parameters'] {
  if (PRICED_TOOLS.every((tool) => parameters[tool] === undefined)) return parameters;
  const others = Object.entries(parameters).filter(([name]) => !isTool(name));
  return Object.fromEntries(others);
}

function isTool(name: string): boolean {
  return PRICED_TOOLS.some((tool) => tool === name);
}

/** Limits that a contract may do without. */
const FURTHER_LIMITS = [
  'output_tokens',
  'inputs',
  'total_tokens',
  'documents',
  'chunk_tokens',
  'stop_sequences',
  'tools',
  'images',
  'images_per_message',
  'documents_per_message',
  'image_bytes',
  'characters',
  'audio_seconds',
] as const satisfies readonly (keyof ContractDraft['limits'])[];

function furtherLimits({ limits }: ContractDraft): ContractDraft['limits'] {
  return Object.fromEntries(
    FURTHER_LIMITS.flatMap((name) => (isLimit(limits[name]) ? [[name, limits[name]]] : [])),
  );
}

/** A short hash of a JSON value that does not depend on the order of its members. */
export function revisionOf(value: unknown): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('hex');
  return hash.slice(0, REVISION_CHARACTERS);
}

function isLimit(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0;
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const sorted = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, part]) => [name, canonical(part)]));
}
