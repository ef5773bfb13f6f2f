import type { Tokens } from './answer.ts';

/**
 * What goes over the socket, as a programme of steps. A wire writes the programme of a healthy
 * answer; behaviours are functions from programme to programme; `play.ts` carries it out.
 */
export type Step =
  /** One event of a stream, or the whole body. The tokens are those that it hands over. */
  | { kind: 'frame'; text: string; tokens: number; reasoning: number; split: Split }
  /** Bytes that are no event: comments, rubbish, compressed data. */
  | { kind: 'raw'; bytes: string | Buffer }
  /** Bytes that are repeated many times, under backpressure. */
  | { kind: 'fill'; bytes: Buffer; times: number }
  /** A text that is repeated every so often until the client leaves. */
  | { kind: 'forever'; text: string; ms: number }
  /** Status and headers now, without a body byte. */
  | { kind: 'head' }
  /** Text on the bare socket in front of the response. */
  | { kind: 'socket'; text: string }
  | { kind: 'wait'; ms: number }
  /** Silence until the client leaves. */
  | { kind: 'stall' }
  /** The socket is destroyed. */
  | { kind: 'cut' }
  /** A clean end before the answer is over. */
  | { kind: 'end' };

/** How the bytes of a frame reach the socket: in one write, one by one, or split in a character. */
export type Split = 'whole' | 'bytes' | 'characters';

/** One response. */
export interface Reply {
  status: number;
  headers: Record<string, string | string[]>;
  steps: Step[];
  stream: boolean;
  /**
   * How texts become bytes: `latin1` for a binary wire, whose texts have a character for each byte.
   * Else UTF-8.
   */
  encoding?: 'latin1';
  /** What the whole answer is worth; null when no answer is given, so that nothing is owed. */
  served: Tokens | null;
  /** Done before the reply leaves, such as files that are put into a store. */
  before?: () => Promise<void>;
  /** What was served beside it, such as the lines of a batch; each is a line of the invoice. */
  billed?: readonly { path: string; model: string | null; status: number; served: Tokens | null }[];
}

/** A frame without tokens. */
export function frame(text: string, tokens = 0, reasoning = 0): Step {
  return { kind: 'frame', text, tokens, reasoning, split: 'whole' };
}

/** A reply of one JSON body; `served` when it is an answer of the model. */
export function jsonReply(status: number, body: unknown, served: Tokens | null = null): Reply {
  const headers = { 'content-type': 'application/json' };
  const only = frame(JSON.stringify(body), served?.output, served?.reasoning);
  return { status, headers, steps: [only], stream: false, served };
}

/** Position in `steps` after `count` frames. */
export function positionAfter(steps: Step[], count: number): number {
  if (count <= 0) return 0;
  let seen = 0;
  const position = steps.findIndex((step) => step.kind === 'frame' && (seen += 1) === count);
  return position < 0 ? steps.length : position + 1;
}

/**
 * The steps up to `count` frames; of a reply with one body, half of the body unless `count` is 0.
 */
export function stepsUpTo(reply: Reply, count: number): Step[] {
  if (reply.stream || count <= 0) return reply.steps.slice(0, positionAfter(reply.steps, count));
  return reply.steps.map((step) =>
    step.kind === 'frame' ? { ...step, text: half(step.text), tokens: 0, reasoning: 0 } : step,
  );
}

/** The first half of a text. */
export function half(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}

/** Changes each frame, leaves the other steps. */
export function mapFrames(reply: Reply, change: (step: Step & { kind: 'frame' }) => Step[]): Reply {
  return {
    ...reply,
    steps: reply.steps.flatMap((step) => (step.kind === 'frame' ? change(step) : [step])),
  };
}
