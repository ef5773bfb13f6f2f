import {
  BATCH_FAULTS_MAX,
  BATCH_LINES_MAX,
  BATCH_LINE_BYTES_MAX,
} from '@tollgate/contract/batches';
import { asGatewayError, publicCode } from '@tollgate/contract/error-codes';
import type { BatchTarget } from '@tollgate/requests/batches/batch-job.queries';
import type { BatchFault } from '@tollgate/requests/batches/batch.queries';
import type { NewLine } from '@tollgate/requests/batches/batch-line.queries';
import type { ClaimedBatch } from '@tollgate/requests/batches/batch-work.queries';
import { authenticateById } from '../caller/authenticate.ts';
import type { Caller } from '../caller/caller.ts';
import { assertListed, findVisible } from '../catalogue/resolve.ts';
import { batchTargetOf } from './batch-targets.ts';
import type { JobsAt } from './batch-targets.ts';
import { openInput } from './batch-deps.ts';
import type { BatchDeps } from './batch-deps.ts';
import { readLineRequest } from './line-request.ts';
import type { LineFault, LineRequest } from './line-request.ts';
import { LineTooLong, linesOf } from './read-lines.ts';
import type { FileLine } from './read-lines.ts';

/** A file as its check left it. */
export interface CheckedFile {
  lines: NewLine[];
  /** Empty where the batch may begin. */
  faults: BatchFault[];
  /** The model that every line names; null where they name several. */
  model: string | null;
  /** The models whose lines go over the batch interface of a provider. */
  targets: BatchTarget[];
}

type CheckDeps = Pick<BatchDeps, 'directory' | 'parseLine' | 'pool' | 'masterKey'>;

/** Reads the whole file of a batch before its first line is sent. */
export async function checkFile(
  deps: CheckDeps & Pick<BatchDeps, 'media'>,
  batch: ClaimedBatch,
): Promise<CheckedFile> {
  const { directory } = deps;
  const { inputBytes } = batch;
  const caller = await authenticateById(directory, batch.apiKeyId).catch(asFault);
  if ('code' in caller) return refusedWith(caller);
  const whole = { startsAt: 0, bytes: inputBytes ?? 0 };
  const reader = whole.bytes === 0 ? null : await openInput(deps, batch, whole);
  if (reader === null) {
    const [code, what] = inputBytes === 0 ? ['empty_file', 'empty'] : ['file_gone', 'deleted'];
    return refusedWith({ code, message: `The file is ${what}.`, param: 'input_file_id' });
  }
  const check = new FileCheck(deps, { caller, endpoint: batch.endpoint });
  try {
    for await (const line of linesOf(reader, BATCH_LINE_BYTES_MAX)) {
      if (!check.take(line)) break;
    }
  } catch (error) {
    if (!(error instanceof LineTooLong)) throw error;
    check.tooLong(error.line);
  } finally {
    reader.destroy();
  }
  return check.end();
}

function asFault(thrown: unknown): LineFault {
  const { code, message } = asGatewayError(thrown);
  if (code === 'internal_error' || code === 'service_unavailable') throw thrown;
  return { code, message, param: null };
}

function refusedWith(fault: LineFault): CheckedFile {
  return { lines: [], faults: [{ ...fault, line: null }], model: null, targets: [] };
}

/** The check of a file, line by line. */
class FileCheck {
  readonly #deps: CheckDeps;
  readonly #given: { caller: Caller; endpoint: string };
  readonly #lines: NewLine[] = [];
  readonly #faults: BatchFault[] = [];
  readonly #customIds = new Map<string, number>();
  readonly #models = new Map<string, LineFault | null>();
  readonly #targets = new Map<string, JobsAt & { lines: NewLine[] }>();

  constructor(deps: CheckDeps, given: { caller: Caller; endpoint: string }) {
    this.#deps = deps;
    this.#given = given;
  }

  /** @returns whether the next line is to be read */
  take({ line, startsAt, bytes }: FileLine): boolean {
    if (line > BATCH_LINES_MAX) {
      const message = `A batch may have ${BATCH_LINES_MAX} lines at most. Split the file.`;
      return this.#fault(null, { code: 'too_many_lines', message, param: 'input_file_id' }, false);
    }
    if (isBlank(bytes)) return true;
    const read = this.#read(bytes);
    if (!('body' in read)) return this.#fault(line, read);
    const { customId } = read;
    const before = this.#customIds.get(customId);
    if (before !== undefined) {
      const message = `custom_id is that of line ${before} already.`;
      return this.#fault(line, { code: 'duplicate_custom_id', message, param: 'custom_id' });
    }
    this.#customIds.set(customId, line);
    const unknown = this.#faultOfModel(read.model);
    if (unknown !== null) return this.#fault(line, unknown);
    const target = this.#targets.get(read.model);
    const price = target === undefined ? 'standard' : null;
    const taken = { line, customId, startsAt, bytes: bytes.length, price } as const;
    this.#lines.push(taken);
    target?.lines.push(taken);
    return true;
  }

  tooLong(line: number): void {
    const message = `A line may have ${BATCH_LINE_BYTES_MAX} bytes at most.`;
    this.#fault(line, { code: 'line_too_long', message, param: null });
  }

  end(): CheckedFile {
    if (this.#lines.length === 0 && this.#faults.length === 0) {
      return refusedWith({ code: 'empty_file', message: 'The file has no line.', param: null });
    }
    const [model = null, ...others] = this.#models.keys();
    const all = [...this.#targets.values()];
    const enough = all.filter(({ lines, linesMin }) => lines.length >= linesMin);
    // Lines that no job can be made of are left to our workers from the beginning.
    const few = new Set(all.filter((one) => !enough.includes(one)).flatMap(({ lines }) => lines));
    return {
      lines: this.#lines.map((line) => (few.has(line) ? { ...line, price: 'standard' } : line)),
      faults: this.#faults,
      model: others.length === 0 ? model : null,
      targets: enough.map(({ target }) => target),
    };
  }

  #read(bytes: Buffer): LineRequest | LineFault {
    try {
      return readLineRequest(this.#deps.parseLine(bytes), this.#given.endpoint);
    } catch (thrown) {
      const { code, message } = asGatewayError(thrown);
      if (code === 'internal_error') throw thrown;
      return { code: 'invalid_json_line', message, param: null };
    }
  }

  #faultOfModel(model: string): LineFault | null {
    const known = this.#models.get(model);
    if (known !== undefined) return known;
    const found = faultOfModel(this.#deps, this.#given.caller, model);
    this.#models.set(model, found);
    const target = found === null ? batchTargetOf(this.#deps, this.#given.caller, model) : null;
    if (target !== null) this.#targets.set(model, { ...target, lines: [] });
    return found;
  }

  /** Notes a fault. @returns whether further ones are looked for */
  #fault(line: number | null, fault: LineFault, goesOn = true): boolean {
    this.#faults.push({ ...fault, line });
    return goesOn && this.#faults.length < BATCH_FAULTS_MAX;
  }
}

function faultOfModel(
  { directory }: Pick<BatchDeps, 'directory'>,
  caller: Caller,
  model: string,
): LineFault | null {
  const param = 'body.model';
  const catalog = directory.catalog();
  try {
    assertListed(catalog, caller, model);
  } catch (thrown) {
    const { code, message } = asGatewayError(thrown);
    if (code === 'internal_error') throw thrown;
    return { code: publicCode(code), message, param };
  }
  if (findVisible(catalog, caller, model) !== null) return null;
  return { code: 'model_not_found', message: 'This model does not exist.', param };
}

const SPACE = 0x20;

/** Whether a line holds blanks only, such as the return before a newline. */
function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte <= SPACE);
}
