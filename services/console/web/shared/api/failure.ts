import { remedies, remedyByStatus } from '../texts/common.ts';

/** What is wrong with one field of what was sent. */
export interface FieldFault {
  /** Such as `limits.credits_per_day`. */
  path: string;
  message: string;
}

/** An answer that is none: what happened, under which request id, and what to do about it. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly remedy: string;
  /** By field; empty for what is not about fields. */
  readonly faults: readonly FieldFault[];

  constructor(told: {
    status: number;
    code: string;
    message: string;
    requestId: string | null;
    faults?: readonly FieldFault[];
  }) {
    super(told.message);
    this.faults = told.faults ?? [];
    this.status = told.status;
    this.code = told.code;
    this.requestId = told.requestId;
    this.remedy = remedies[told.code] ?? remedyByStatus(told.status);
  }
}

/** Reads the error of an answer; what is not ours becomes a failure too. */
export function failureOf(response: Response, body: unknown): Failure {
  const { status, headers } = response;
  const requestId = headers.get('x-request-id');
  const { error, detail } = asRecord(body);
  if (Array.isArray(detail)) {
    const faults = detail.map(fieldFault);
    const message = faults.map((one) => `${one.path} ${one.message}`.trim()).join('; ');
    return new Failure({ status, code: 'validation', message, requestId, faults });
  }
  const { code, message } = asRecord(error);
  return new Failure({
    status,
    code: typeof code === 'string' ? code : `http_${status}`,
    message: typeof message === 'string' ? message : `The server answered ${status}.`,
    requestId,
  });
}

/** What a failed attempt to reach the server becomes. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure({ status: 0, code: 'offline', message, requestId: null });
}

function fieldFault(fault: unknown): FieldFault {
  const { loc, msg } = asRecord(fault);
  return { path: Array.isArray(loc) ? loc.slice(1).join('.') : '', message: String(msg) };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
