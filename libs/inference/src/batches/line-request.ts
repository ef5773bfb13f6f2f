import { BATCH_ENDPOINTS, CUSTOM_ID_CHARACTERS_MAX } from '@tollgate/contract/batches';
import { isStorable } from '@tollgate/contract/text';

/** What a line asks for. */
export interface LineRequest {
  customId: string;
  /** The body of the call, as it came. */
  body: Readonly<Record<string, unknown>>;
  /** The model that the body names. */
  model: string;
}

/** The fault of a line. */
export interface LineFault {
  code: string;
  message: string;
  param: string | null;
}

const MEMBERS: ReadonlySet<string> = new Set(['custom_id', 'method', 'url', 'body']);
const ENDPOINTS: readonly string[] = BATCH_ENDPOINTS;

/** Reads a line of a batch over one endpoint; the body itself is checked when it is sent. */
export function readLineRequest(value: unknown, endpoint: string): LineRequest | LineFault {
  if (!isObject(value)) return fault('invalid_request', 'Each line must be a JSON object.');
  const unknown = Object.keys(value).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) {
    return fault('invalid_request', 'A line has custom_id, method, url and body only.', 'line');
  }
  const { custom_id: customId, method, url, body } = value;
  if (typeof customId !== 'string' || !isName(customId)) {
    return fault(
      'invalid_custom_id',
      `custom_id must be a text of 1 to ${CUSTOM_ID_CHARACTERS_MAX} characters.`,
      'custom_id',
    );
  }
  if (method !== 'POST') return fault('invalid_method', 'method must be POST.', 'method');
  if (url !== endpoint) return faultOfUrl(url, endpoint);
  if (!isObject(body)) return fault('invalid_request', 'body must be a JSON object.', 'body');
  const { model } = body;
  if (typeof model !== 'string') {
    return fault('missing_required_parameter', 'body must name a model.', 'body.model');
  }
  return { customId, body, model };
}

function faultOfUrl(url: unknown, endpoint: string): LineFault {
  return typeof url === 'string' && ENDPOINTS.includes(url)
    ? fault('mismatched_url', `url must be ${endpoint}, as the batch says.`, 'url')
    : fault('invalid_url', `url must be ${endpoint}.`, 'url');
}

const isName = (text: string): boolean =>
  text.length > 0 && text.length <= CUSTOM_ID_CHARACTERS_MAX && isStorable(text);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(code: string, message: string, param: string | null = null): LineFault {
  return { code, message, param };
}
