import { remedies, remedyByStatus } from '../texts/common.ts';

/** What an answer finds wrong with one field, such as `limits.credits_per_day`. */
export interface FieldFault {
  path: string;
  message: string;
}

interface FailureDetails {
  status: number;
  code: string;
  message: string;
  requestId: string | null;
  faults?: readonly FieldFault[];
}

/** An answer that is none: what happened, under which request id, and what to do about it. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly remedy: string;

  /** Fields that something is wrong with; none where that is not the cause. */
  readonly faults: readonly FieldFault[];

  constructor(details: FailureDetails) {
    super(details.message);
    this.status = details.status;
    this.code = details.code;
    this.requestId = details.requestId;
    this.faults = details.faults ?? [];
    this.remedy = remedies[details.code] ?? remedyByStatus(details.status);
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
  const { code, message, param } = asRecord(error);
  return new Failure({
    status,
    code: typeof code === 'string' ? code : `http_${status}`,
    message: typeof message === 'string' ? message : `The server answered ${status}.`,
    requestId,
    faults: typeof param === 'string' ? [{ path: param, message: String(message) }] : [],
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
  const path = Array.isArray(loc) ? loc.slice(1).join('.') : '';
  return { path, message: String(msg) };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
