import type { ChatRequest, UserContentPart } from '@tollgate/contract/chat';
import { base64Bytes } from '@tollgate/contract/picture';
import type { ContractDraft } from '@tollgate/contract/request-contract';
import type { Fact, WireFacts } from '../adapter/facts.ts';
import type { Refusal } from '../adapter/refusal.ts';

/** The limits of a contract that a table of facts has as well. */
export const PUBLISHED = {
  stops: 'stop_sequences',
  tools: 'tools',
  images: 'images',
  imagesPerMessage: 'images_per_message',
  documentsPerMessage: 'documents_per_message',
  imageBytes: 'image_bytes',
} as const satisfies Partial<Record<keyof WireFacts, keyof ContractDraft['limits']>>;

type LimitName = keyof typeof PUBLISHED;
/** The number of a limit; undefined where it is not known. */
type LimitOf = (name: LimitName) => number | undefined;

const NAMES = Object.keys(PUBLISHED) as LimitName[];
/** Limits of images and documents, which contracts of models that take none leave out. */
const OF_PARTS: Readonly<Partial<Record<LimitName, 'image_input' | 'document_input'>>> = {
  images: 'image_input',
  imagesPerMessage: 'image_input',
  imageBytes: 'image_input',
  documentsPerMessage: 'document_input',
};
const NAMES_OF_PARTS = Object.keys(OF_PARTS) as LimitName[];

/**
 * A draft of a chat model with the limits of its wire among its own, so that the contract publishes
 * them; other drafts stay as they are.
 */
export function withWireLimits<Draft extends ContractDraft | null>(
  draft: Draft,
  facts: WireFacts,
): Draft {
  if (draft?.capability !== 'chat') return draft;
  const { parameters } = draft;
  const limits = NAMES.flatMap((name) => {
    const parameter = OF_PARTS[name];
    const isOf = parameter === undefined || parameters[parameter]?.supported === true;
    const fact = facts[name];
    return fact === undefined || !isOf ? [] : [[PUBLISHED[name], fact.value] as const];
  });
  return { ...draft, limits: { ...draft.limits, ...Object.fromEntries(limits) } };
}

/** Why a request is beyond what its contract publishes; null when it is within. */
export function overContractLimits(
  request: ChatRequest,
  published: ContractDraft['limits'],
): Refusal | null {
  return overLimits(request, (name) => published[PUBLISHED[name]]);
}

/** Why a request is beyond what the wire takes; null when it is within. */
export function overWireLimits(request: ChatRequest, facts: WireFacts): Refusal | null {
  return overLimits(request, (name) => (facts[name] as Fact<number> | undefined)?.value);
}

function overLimits(request: ChatRequest, limitOf: LimitOf): Refusal | null {
  return overCountLimits(request, limitOf) ?? overPartLimits(request, limitOf);
}

function overCountLimits({ stop, tools }: ChatRequest, limitOf: LimitOf): Refusal | null {
  const stops = Array.isArray(stop) ? stop.length : 0;
  return (
    tooMany({ param: 'stop', noun: 'stop sequences', count: stops, most: limitOf('stops') }) ??
    tooMany({ param: 'tools', noun: 'tools', count: tools?.length ?? 0, most: limitOf('tools') })
  );
}

interface Count {
  param: string;
  noun: string;
  count: number;
  most: number | undefined;
  /** Whether the limit is for the messages between two of the assistant. */
  isOfTurn?: boolean;
}

function tooMany({ param, noun, count, most, isOfTurn = false }: Count): Refusal | null {
  if (most === undefined || count <= most) return null;
  const where = isOfTurn ? ' between two messages of the assistant' : '';
  const who = isOfTurn ? 'there are' : 'the request has';
  return {
    param,
    message: `This model takes at most ${most} ${noun}${where}, and ${who} ${count}.`,
  };
}

/** An image or a document of a request. */
interface Part {
  type: 'image_url' | 'file';
  /** Its path, such as `messages[0].content[1]`. */
  path: string;
  url: string;
}

function overPartLimits(request: ChatRequest, limitOf: LimitOf): Refusal | null {
  // Most models of unknown providers have none of these, and conversations are long.
  if (NAMES_OF_PARTS.every((name) => limitOf(name) === undefined)) return null;
  const turns = partsByTurn(request);
  const parts = turns.flatMap((turn) => turn.parts);
  const images = parts.filter(({ type }) => type === 'image_url');
  const all = { param: 'messages', noun: 'images', count: images.length, most: limitOf('images') };
  return (
    tooMany(all) ??
    overMessageLimit(turns, {
      type: 'image_url',
      noun: 'images',
      most: limitOf('imagesPerMessage'),
    }) ??
    overMessageLimit(turns, {
      type: 'file',
      noun: 'documents',
      most: limitOf('documentsPerMessage'),
    }) ??
    overByteLimit(images, limitOf('imageBytes'))
  );
}

interface Turn {
  /** The path of its first message. */
  path: string;
  parts: Part[];
}

/** The parts between two messages of the assistant: wires make one message of them. */
function partsByTurn({ messages }: ChatRequest): Turn[] {
  const turns: Turn[] = [];
  let isOpen = false;
  for (const [at, { role, content }] of messages.entries()) {
    if (role === 'assistant') isOpen = false;
    if (role !== 'user' && role !== 'tool') continue;
    if (!isOpen) turns.push({ path: `messages[${at}]`, parts: [] });
    isOpen = true;
    turns.at(-1)?.parts.push(...partsIn(content, at));
  }
  return turns;
}

function partsIn(content: ChatRequest['messages'][number]['content'], at: number): Part[] {
  const parts: readonly UserContentPart[] = Array.isArray(content)
    ? (content as UserContentPart[])
    : [];
  return parts.flatMap((part, position): Part[] => {
    // Long conversations are all text.
    if (part.type === 'text') return [];
    const path = `messages[${at}].content[${position}]`;
    if (part.type === 'image_url') return [{ type: part.type, path, url: part.image_url.url }];
    if (part.type === 'file') return [{ type: part.type, path, url: part.file.file_data }];
    return [];
  });
}

function overMessageLimit(
  turns: readonly Turn[],
  { type, noun, most }: { type: Part['type']; noun: string; most: number | undefined },
): Refusal | null {
  for (const { path, parts } of turns) {
    const count = parts.filter((part) => part.type === type).length;
    const refusal = tooMany({ param: path, noun, count, most, isOfTurn: true });
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Images at addresses are measured by whoever fetches them. */
function overByteLimit(images: readonly Part[], most: number | undefined): Refusal | null {
  if (most === undefined) return null;
  const found = images.find(({ url }) => url.startsWith('data:') && bytesIn(url) > most);
  if (found === undefined) return null;
  const { path, url } = found;
  return {
    param: path,
    message: `This model takes images of at most ${most} bytes, and this one has ${bytesIn(url)}. Send a smaller one.`,
  };
}

function bytesIn(dataUrl: string): number {
  return base64Bytes(dataUrl.slice(dataUrl.indexOf(',') + 1));
}
