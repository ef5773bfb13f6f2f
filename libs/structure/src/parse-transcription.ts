import { Ajv } from 'ajv';
import { GatewayError } from '@tollgate/contract/error-codes';
import { OWN_SCHEMAS } from '@tollgate/contract/own-schemas';
import { TranscriptionRequest, TranslationRequest } from '@tollgate/contract/transcription';
import { UploadedFile } from '@tollgate/contract/uploaded-file';
import { checkLater } from './check-later.ts';
import type { Check } from './check-later.ts';
import type { Endpoint } from './other-names.ts';
import { toRequestError } from './request-error.ts';

const ajv = new Ajv({ ...OWN_SCHEMAS, verbose: true });
const isTranscription = checkLater<TranscriptionRequest>(ajv, TranscriptionRequest);
const isTranslation = checkLater<TranslationRequest>(ajv, TranslationRequest);
/** Represents a file of a form where the fields beside it are checked. */
const SOME_FILE = 'file';
/** What stands before the content of a data URL, in characters. */
const MARK_CHARACTERS_MAX = 200;
const DATA_URL = /^data:[\w.+/-]{1,100}(?:;[\w=.+-]{1,40}){0,2};base64,$/u;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/u;

/** A request with the file that came with it. */
export type WithFile<Request> = Omit<Request, 'file'> & { file: UploadedFile };

/**
 * Checks the structure of a request for a transcription.
 * @throws GatewayError `invalid_request`, or `unsupported_parameter` for a field that does not
 *   exist, naming the field
 */
export function parseTranscriptionRequest(body: unknown): WithFile<TranscriptionRequest> {
  return parse(body, isTranscription, '/v1/audio/transcriptions');
}

/** Checks the structure of a request for a translation. @throws GatewayError */
export function parseTranslationRequest(body: unknown): WithFile<TranslationRequest> {
  return parse(body, isTranslation, '/v1/audio/translations');
}

function parse<Request extends { file: string }>(
  body: unknown,
  check: Check<Request>,
  endpoint: Endpoint,
): WithFile<Request> {
  const { file } = Object(body) as { file?: unknown };
  const isFile = file instanceof UploadedFile;
  const fields: unknown = isFile ? { ...Object(body), file: SOME_FILE } : body;
  if (!check(fields)) throw toRequestError(check.errors ?? [], endpoint);
  return { ...fields, file: isFile ? file : fileIn(fields.file) };
}

/** A file in JSON is a data URL. */
function fileIn(address: string): UploadedFile {
  const mark = address.slice(0, MARK_CHARACTERS_MAX).indexOf(',') + 1;
  const content = address.slice(mark);
  if (!DATA_URL.test(address.slice(0, mark)) || !BASE64.test(content)) {
    throw new GatewayError(
      'invalid_request',
      'file must be the file of a form, or a data URL with audio in base64.',
      { param: 'file' },
    );
  }
  return new UploadedFile(Buffer.from(content, 'base64'));
}
