import type { ChatRequest, Message } from '@tollgate/contract/chat';
import { extraRule, extraValueFault, notAdmitted } from '@tollgate/contract/extra-parameters';
import { isPricedTier } from '@tollgate/contract/service-tiers';
import { isTextOnly } from '@tollgate/contract/text-only';
import { CHAT_PARAMETERS } from '@tollgate/contract/request-contract';
import type {
  Exclusion,
  ParameterRule,
  RequestContract,
} from '@tollgate/contract/request-contract';
import type { EmbeddingsCall } from '../adapter/adapter.ts';
import { checkMarks } from '../adapter/cache-marks.ts';
import { ABSENT, PRESENT } from './contract.ts';
import type { VideoTerms } from '../adapter/video-terms.ts';
import type { Refusal } from '../adapter/refusal.ts';
import { overContractLimits } from './wire-limits.ts';

type Value = string | number | boolean;

/** Parameters whose presence matters, not their value. */
const PRESENCE_ONLY = ['stop', 'logit_bias', 'tools'] as const;
/** Parameters whose value is a part of what the request holds, or is found in its messages. */
const FOUND_INSIDE = ['response_format', 'tool_choice', 'image_input', 'document_input'] as const;

type ChatParameter = (typeof CHAT_PARAMETERS)[number];
type Valued = Exclude<
  ChatParameter,
  (typeof PRESENCE_ONLY)[number] | (typeof FOUND_INSIDE)[number]
>;

const OTHERS: readonly ChatParameter[] = [...PRESENCE_ONLY, ...FOUND_INSIDE];
/** Parameters whose value the contract limits. */
const VALUED = CHAT_PARAMETERS.filter((name): name is Valued => !OTHERS.includes(name));

/**
 * Compares a chat request with what the model accepts. Null means that the model takes the request
 * as it is. Rules that do not depend on the model, such as which tools a choice may name, are
 * checked by the parser of the route.
 */
export function checkChatRequest(contract: RequestContract, request: ChatRequest): Refusal | null {
  const values = valuesOf(request);
  if (isTextOnly(request)) {
    return (
      checkRequired(contract, values) ??
      checkValues(contract, values) ??
      checkExclusions(contract, values)
    );
  }
  return (
    checkExtras(contract, request) ??
    checkTier(contract, request) ??
    overContractLimits(request, contract.limits) ??
    checkRequired(contract, values) ??
    located(checkValues(contract, values), request) ??
    checkExclusions(contract, values) ??
    checkMarks(contract, request)
  );
}

/** A refusal of parts names the first of them. */
function located(refusal: Refusal | null, request: ChatRequest): Refusal | null {
  const shown = SHOWN.find(([name]) => name === refusal?.param);
  if (refusal === null || shown === undefined) return refusal;
  return { ...refusal, param: pathOf(request, shown[1]) ?? 'messages' };
}

/** A tier with prices of its own is refused where it is not sold, so that nobody pays another. */
function checkTier(
  { parameters }: RequestContract,
  { service_tier: tier }: ChatRequest,
): Refusal | null {
  if (tier === undefined || !isPricedTier(tier)) return null;
  const { supported = false, values } = parameters['service_tier'] ?? {};
  if (supported && values?.includes(tier) === true) return null;
  return {
    param: 'service_tier',
    message: `This model is not sold in the service tier "${tier}". Leave service_tier out, or choose a model whose request_contract names this tier.`,
  };
}

/** Extra parameters go where the contract has them, within their bounds. */
function checkExtras(
  { parameters }: RequestContract,
  { extra = {}, unknown }: ChatRequest,
): Refusal | null {
  const apart = new Set((unknown?.fields ?? []).map(({ param }) => param));
  for (const [name, value] of Object.entries(extra)) {
    const rule = extraRule(parameters, name);
    // Each endpoint judges for itself whether it takes what no contract has.
    if (rule === undefined && apart.has(name)) continue;
    if (rule?.supported !== true) return { param: name, message: notAdmitted(name) };
    const fault = extraValueFault(rule, value);
    if (fault !== null) return { param: name, message: `${name} ${fault} for this model.` };
  }
  return null;
}

/** What the contract needs to know of an embeddings request. */
export interface EmbeddingsCheck extends EmbeddingsCall {
  encodingFormat?: string | undefined;
}

/** Checks an embeddings request against the contract; null where nothing is refused. */
export function checkEmbeddingsRequest(
  contract: RequestContract,
  request: EmbeddingsCheck,
): Refusal | null {
  const hasTokens = request.inputs.some((input) => typeof input !== 'string');
  const values = new Map<string, Value | null>();
  if (request.encodingFormat !== undefined) values.set('encoding_format', request.encodingFormat);
  if (request.dimensions !== undefined) values.set('dimensions', request.dimensions);
  if (request.inputType !== undefined) values.set('input_type', request.inputType);
  if (request.truncate !== undefined) values.set('truncate', request.truncate);
  if (hasTokens) values.set('token_input', null);
  const most = contract.limits.inputs;
  if (most !== undefined && request.inputs.length > most) {
    return { param: 'input', message: `This model takes at most ${most} inputs a request.` };
  }
  return checkRequired(contract, values) ?? checkValues(contract, values);
}

/** What the contract needs to know of a video, with every default spelled out. */
export interface VideoCheck {
  terms: VideoTerms;
  /** As the request has it. */
  size: string | undefined;
  seed: number | undefined;
  /** How many pictures the video is to look like. */
  references: number;
  /** Further parameters whose presence counts. */
  present: readonly string[];
}

/**
 * Checks a video against the contract; null where nothing is refused. A size is checked first,
 * because its caller knows no other word.
 */
export function checkVideoRequest(
  contract: RequestContract,
  { terms, size, seed, references, present }: VideoCheck,
): Refusal | null {
  const values = new Map<string, Value | null>();
  if (size !== undefined) values.set('size', size);
  values.set('seconds', terms.seconds);
  values.set('resolution', terms.resolution);
  if (terms.aspectRatio !== null) values.set('aspect_ratio', terms.aspectRatio);
  values.set('generate_audio', terms.sound);
  if (seed !== undefined) values.set('seed', seed);
  if (references > 0) values.set('input_reference', references);
  for (const name of present) values.set(name, null);
  return checkTerms(contract, values);
}

/** Checks parameters by their values; null where presence is all that counts. */
export function checkTerms(
  contract: RequestContract,
  values: ReadonlyMap<string, Value | null>,
): Refusal | null {
  return (
    checkRequired(contract, values) ??
    checkValues(contract, values) ??
    checkExclusions(contract, values)
  );
}

function checkRequired(
  { parameters }: RequestContract,
  values: ReadonlyMap<string, Value | null>,
): Refusal | null {
  const missing = Object.keys(parameters).find(
    (name) => parameters[name]?.required === true && !values.has(name),
  );
  if (missing === undefined) return null;
  const allowed = parameters[missing]?.values?.map((item) => JSON.stringify(item)).join(', ');
  const choice = allowed === undefined ? '' : `: one of ${allowed}`;
  return { param: missing, message: `This model needs ${missing}${choice}.` };
}

/**
 * Present parameters and the values that the contract judges; null where presence is all that
 * counts.
 */
function valuesOf(request: ChatRequest): Map<string, Value | null> {
  const values = new Map<string, Value | null>();
  for (const name of VALUED) {
    const value = request[name];
    if (isPresent(value)) values.set(name, value);
  }
  for (const name of PRESENCE_ONLY) if (isPresent(request[name])) values.set(name, null);
  const { response_format: format, tool_choice: choice } = request;
  if (isPresent(format)) values.set('response_format', format.type);
  if (isPresent(choice)) values.set('tool_choice', typeof choice === 'string' ? choice : 'named');
  for (const [name, type] of SHOWN) {
    if (pathOf(request, type) !== null) values.set(name, null);
  }
  return values;
}

/** Parameters that say whether a model takes parts of a type. */
const SHOWN = [
  ['image_input', 'image_url'],
  ['document_input', 'file'],
] as const;

/**
 * The path of the first part of a type that a user shows; null where there is none. Those in
 * results of tools are left out where a model takes none, see `unseen-results.ts`.
 */
function pathOf({ messages }: ChatRequest, type: string): string | null {
  for (const [at, message] of messages.entries()) {
    const part = message.role === 'tool' ? -1 : partIn(message, type);
    if (part >= 0) return `messages[${at}].content[${part}]`;
  }
  return null;
}

function partIn({ content }: Message, type: string): number {
  const parts: readonly { type: string }[] = Array.isArray(content) ? content : [];
  return parts.findIndex((part) => part.type === type);
}

function isPresent<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

function checkValues(
  contract: RequestContract,
  values: ReadonlyMap<string, Value | null>,
): Refusal | null {
  for (const [name, value] of values) {
    const message = faultOf(name, value, contract.parameters[name]);
    if (message !== null) return { param: PARAMS[name] ?? name, message };
  }
  return null;
}

/** The field of the request for parameters of a contract that are no fields themselves. */
const PARAMS: Partial<Record<string, string>> = { token_input: 'input' };

function faultOf(
  name: string,
  value: Value | null,
  rule: ParameterRule | undefined,
): string | null {
  if (rule?.supported !== true) return unsupported(name);
  if (value === null) return null;
  if (rule.values !== undefined && !rule.values.includes(value)) {
    const allowed = rule.values.map((item) => JSON.stringify(item)).join(', ');
    return `This model takes ${name} with ${allowed} only.`;
  }
  if (typeof value !== 'number') return null;
  if (rule.minimum !== undefined && value < rule.minimum) {
    return `This model takes ${name} from ${rule.minimum} on.`;
  }
  if (rule.maximum !== undefined && value > rule.maximum) {
    return `This model takes ${name} up to ${rule.maximum}.`;
  }
  return null;
}

function unsupported(name: string): string {
  const advice = ADVICE[name] === undefined ? '' : ` ${ADVICE[name]}`;
  return `This model does not support ${LABELS[name] ?? name}.${advice}`;
}

/** What to do instead. */
const ADVICE: Partial<Record<string, string>> = {
  document_input:
    'Send the text of the document, or ask a model whose contract has document_input.',
  size: 'Its request_contract says what it is asked by instead, such as resolution and aspect_ratio.',
};

const LABELS: Partial<Record<string, string>> = {
  image_input: 'images',
  document_input: 'PDF documents',
  token_input: 'input as token numbers',
  images: 'images that are to be edited',
};

/**
 * Why values of a request are refused together although each alone is allowed; null when they are
 * not. For rules that hold even when the approved contract does not name them.
 */
export function refusedTogether(
  exclusions: readonly Exclusion[],
  request: ChatRequest,
): Refusal | null {
  return checkExclusions({ exclusions }, valuesOf(request));
}

function checkExclusions(
  { exclusions = [] }: { exclusions?: readonly Exclusion[] },
  values: ReadonlyMap<string, Value | null>,
): Refusal | null {
  for (const { when, refuse } of exclusions) {
    if (!Object.entries(when).every(([name, words]) => holds(values, name, words))) continue;
    const refused = Object.entries(refuse).find(([name, range]) => holds(values, name, range));
    if (refused === undefined) continue;
    const others = Object.entries(when).map(([name, words]) => named(name, words.join(' or ')));
    const [param, range] = refused;
    const what = Array.isArray(range)
      ? named(param, range.includes(PRESENT) ? PRESENT : JSON.stringify(values.get(param)))
      : `${param} below ${range.below}`;
    return {
      param: PARAMS[param] ?? param,
      message: `This model does not take ${what} together with ${others.join(' and ')}.`,
      ...(Array.isArray(range) ? {} : { below: range.below }),
    };
  }
  return null;
}

/** Compares as text too, because contracts that were approved earlier hold every value as text. */
function holds(
  values: ReadonlyMap<string, Value | null>,
  name: string,
  range: Exclusion['refuse'][string],
): boolean {
  const value = values.get(name);
  if (value === undefined) return Array.isArray(range) && range.includes(ABSENT);
  if (!Array.isArray(range)) return typeof value === 'number' && value < range.below;
  return range.some((word) => word === PRESENT || String(word) === String(value));
}

function named(name: string, words: string): string {
  return words === PRESENT ? name : `${name} ${words}`;
}
