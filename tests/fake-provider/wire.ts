import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answer.ts';
import type { Prompt } from './prompt.ts';
import type { Reply } from './reply.ts';

/** One part of a form. */
export interface FormField {
  name: string;
  bytes: Buffer;
  /** Null for a text. */
  fileName: string | null;
}

/** A request, read whole. `body` is the parsed JSON, or undefined when there is none. */
export interface Call {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
  /** The parts of a form; absent where the body is none. */
  form?: readonly FormField[];
  /** Address of the fake provider itself, e.g. `http://127.0.0.1:4010`. */
  origin: string;
}

/** What a request asks of the model, and how the wire writes the answer down. */
export interface Question {
  prompt: Prompt;
  render(answer: Answer): Reply;
}

/** One thing that a wire can be asked for. */
export interface Operation {
  name: string;
  /** Text in which directives are looked for, and the model that is asked. No errors. */
  peek(call: Call): { model: string | null; text: string; stream: boolean };
  /** Done before the answer is made, such as files that are fetched from a store. */
  prepare?(call: Call): Promise<void>;
  /**
   * A conversation to be answered, or a finished reply (lists, vectors). Throws `Refusal`.
   * @param inside answers another call, such as a line of a batch
   */
  answer(call: Call, inside: (call: Call) => Reply): Question | Reply;
}

/** An error as a wire would say it. */
export interface WireError {
  status: number;
  message: string;
  code: string | null;
  type?: string;
  param?: string | null;
}

/**
 * One provider's wire format: which requests it knows, how it writes answers, errors and usage.
 * A new wire is a folder with such a value and one line in `wires.ts`.
 */
export interface Wire {
  id: string;
  /** The operation for a request, null when the request is no business of this wire. */
  find(call: Call): Operation | null;
  /** The secret that a request carries, null without one. */
  credential(headers: IncomingHttpHeaders): string | null;
  /** The status that refuses a credential; 401 unless told. */
  refusesWith?: number;
  errorBody(error: WireError): unknown;
  /** Headers that tell the error beside its body, on wires that have such. */
  errorHeaders?(error: WireError): Record<string, string>;
  /** An error event inside a stream. */
  errorFrame(error: WireError): string;
  /** A stream event that is valid in its framing and broken in its JSON. */
  garbageFrame: string;
  /** An event that carries nothing, e.g. an SSE comment. */
  pingFrame: string;
  /** True for the frame that ends a stream without being part of the answer, e.g. `[DONE]`. */
  isEndMark(frame: string): boolean;
  /** True for the frame that carries the reason of the end. */
  isFinish(frame: string): boolean;
}

/** Thrown by `Operation.answer`: the request is refused in the wire's own error shape. */
export class Refusal extends Error {
  readonly error: WireError;

  constructor(error: WireError) {
    super(error.message);
    this.name = 'Refusal';
    this.error = error;
  }
}
