import { parseExactJson } from '@tollgate/contract/exact-json';
import { MalformedReply } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import type { WirePart } from './types.ts';

/** Indexes of one list of arguments that are filled piece by piece. */
const LIST_PLACES_MAX = 10_000;
/** Steps of one path into the arguments. */
const PATH_STEPS_MAX = 64;
/** `.name`, `['name']`, `["name"]` or `[0]`, one after the other. */
const STEP =
  /\.(?<plain>[^.[\]]+)|\[(?<index>\d{1,6})\]|\['(?<single>[^']*)'\]|\["(?<double>[^"]*)"\]/uy;

/** A call whose arguments come in pieces, each with the path of the value that it belongs to. */
export interface PartialCall {
  /** @throws MalformedReply when a piece does not fit into what came before */
  add(call: JsonObject, part: WirePart): void;
  /** The part that the whole call would have been. */
  part(): WirePart;
}

/** Opens a call with its first piece, which names the function. */
export function createPartialCall(first: JsonObject): PartialCall {
  const args = Object.create(null) as JsonObject;
  const name = asText(first['name']);
  const id = asText(first['id']);
  let signature: string | undefined;
  return {
    add(call, part) {
      signature = asText(part['thoughtSignature']) ?? signature;
      Object.assign(args, asObject(call['args']));
      for (const piece of asList(call['partialArgs'])) addPiece(args, asObject(piece));
    },
    part: () => ({
      functionCall: {
        ...(id === undefined ? {} : { id }),
        name,
        args: parseExactJson(JSON.stringify(args)) as JsonObject,
      },
      ...(signature === undefined ? {} : { thoughtSignature: signature }),
    }),
  };
}

/** Whether a call is the beginning or the middle of one that comes in pieces. */
export function isPartial(call: JsonObject): boolean {
  return call['willContinue'] === true || call['partialArgs'] !== undefined;
}

type Step = string | number;

function addPiece(args: JsonObject, piece: JsonObject): void {
  const steps = stepsOf(piece['jsonPath']);
  const last = steps.at(-1);
  if (last === undefined) throw new MalformedReply('a piece of arguments has no path');
  let at: unknown = args;
  for (const [position, step] of steps.slice(0, -1).entries()) {
    at = childOf(at, step, typeof steps[position + 1] === 'number');
  }
  const before = read(at, last);
  const value = valueOf(piece);
  const continues = typeof before === 'string' && typeof value === 'string';
  write(at, last, continues ? before + value : value);
}

function stepsOf(path: unknown): Step[] {
  const text = asText(path) ?? '';
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < text.length) {
    const { groups } = STEP.exec(text) ?? {};
    if (groups === undefined || steps.length >= PATH_STEPS_MAX) {
      throw new MalformedReply('a piece of arguments has a path that leads nowhere');
    }
    const { plain, index, single, double } = groups;
    steps.push(index === undefined ? (plain ?? single ?? double ?? '') : Number(index));
  }
  return steps;
}

function valueOf(piece: JsonObject): unknown {
  if ('stringValue' in piece) return piece['stringValue'];
  if ('numberValue' in piece) return piece['numberValue'];
  if ('boolValue' in piece) return piece['boolValue'];
  return null;
}

/** The list or object at a step, made when it is not there yet. */
function childOf(parent: unknown, step: Step, isList: boolean): unknown {
  const known = read(parent, step);
  if (known !== undefined) return known;
  // Without a prototype, so that no name in a path means anything but itself.
  const child: unknown = isList ? [] : Object.create(null);
  write(parent, step, child);
  return child;
}

function read(parent: unknown, step: Step): unknown {
  if (Array.isArray(parent)) return typeof step === 'number' ? parent[step] : undefined;
  return isObject(parent) && Object.hasOwn(parent, step) ? parent[step] : undefined;
}

function write(parent: unknown, step: Step, value: unknown): void {
  if (Array.isArray(parent) && typeof step === 'number') {
    if (step > parent.length || step >= LIST_PLACES_MAX) {
      throw new MalformedReply('a piece of arguments leaves a gap in a list');
    }
    parent[step] = value;
  } else if (isObject(parent) && typeof step === 'string') {
    Object.defineProperty(parent, step, { value, enumerable: true, writable: true });
  } else throw new MalformedReply('a piece of arguments contradicts one before it');
}
