import type { Tokens } from './answer.ts';
import type { Reply } from './reply.ts';
import { type Call, Refusal } from './wire.ts';

/** Answers a request as if it had come by itself. */
export type Inside = (call: Call) => Reply;

/** What was served for one line of a batch, for the invoice. */
export interface Billed {
  path: string;
  model: string | null;
  status: number;
  served: Tokens | null;
}

/** The answer of one line. */
export interface Ran extends Billed {
  body: unknown;
}

/** One line that waits, whatever its wire calls it. */
export interface Line {
  id: string;
  /** The call that it is. */
  path: string;
  body: unknown;
}

/** How often a batch is not done yet, unless one of its lines says otherwise. */
const POLLS = 1;

/** Whether the text of a line asks for a course of things, such as `[batch: missing]`. */
export const asks = ({ body }: Line, word: string): boolean =>
  JSON.stringify(body).includes(`[batch: ${word}]`);

/** For how many looks a batch goes on. */
export function pollsOf(lines: readonly Line[]): number {
  const text = JSON.stringify(lines);
  return Number(/\[batch: polls=(\d+)\]/u.exec(text)?.[1] ?? POLLS);
}

/** Runs a line as a call of the same wire with the same credential. */
export function run({ path, body }: Line, call: Call, inside: Inside): Ran {
  const { form: _, ...rest } = call;
  const asked = { ...rest, method: 'POST', path, query: new URLSearchParams(), body };
  const { status, steps, served } = inside(asked);
  const text = steps.map((step) => (step.kind === 'frame' ? step.text : '')).join('');
  const model = (body as { model?: string }).model ?? null;
  return { path, model, status, served, body: JSON.parse(text) };
}

/** The lines whose results come, in another order than that of the lines; some come twice. */
export function listed<Made extends { line: Line }>(made: readonly Made[]): Made[] {
  return made
    .filter(({ line }) => !asks(line, 'missing'))
    .flatMap((one) => (asks(one.line, 'twice') ? [one, one] : [one]))
    .toReversed();
}

/** The reply of a file of lines of JSON. */
export function linesReply(lines: readonly unknown[]): Reply {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const steps: Reply['steps'] = [{ kind: 'frame', text, tokens: 0, reasoning: 0, split: 'whole' }];
  const headers = { 'content-type': 'application/octet-stream' };
  return { status: 200, headers, steps, stream: false, served: null };
}

/** Refuses members that a body does not have, and bodies that are no object. */
export function assertMembers(
  body: unknown,
  names: readonly string[],
  path = '',
): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal({ status: 400, message: `${path || 'The body'} is no object.`, code: null });
  }
  const unknown = Object.keys(body).find((name) => !names.includes(name));
  if (unknown === undefined) return body as Record<string, unknown>;
  const message = `Unknown parameter: '${path}${unknown}'.`;
  throw new Refusal({ status: 400, message, param: unknown, code: 'unknown_parameter' });
}
