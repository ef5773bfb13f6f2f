import { STATUS_CODES } from 'node:http';
import type { BehaviourTable, Options, Scene } from '../behaviour.ts';
import { frame, jsonReply, positionAfter, type Reply } from '../reply.ts';
import type { WireError } from '../wire.ts';

const CODES: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'invalid_api_key',
  403: 'permission_denied',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
  500: 'server_error',
  503: 'service_unavailable',
  529: 'overloaded_error',
};
const MESSAGES: Record<string, string> = {
  context_length_exceeded:
    "This model's maximum context length is 128000 tokens. However, your messages resulted in " +
    '140211 tokens. Please reduce the length of the messages.',
};
const BODYLESS = new Set([204, 205, 304]);

function errorOf(status: number, options: Options): WireError {
  const code = options.text('code', CODES[status] ?? '');
  const message = options.text('message', MESSAGES[code] ?? `${status} on request.`);
  const type = options.text('type', '');
  return { status, message, code: code || null, ...(type && { type }) };
}

function bodyOf(kind: string, error: WireError, { wire }: Scene): string {
  if (kind === 'empty') return '';
  if (kind === 'text') return error.message;
  const title = `${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`;
  if (kind === 'html')
    return `<html><head><title>${title}</title></head><body>${title}</body></html>`;
  return JSON.stringify(wire.errorBody(error));
}

const TYPES: Record<string, string> = { html: 'text/html', text: 'text/plain' };

function statusReply(options: Options, scene: Scene): Reply {
  const status = options.number('value', 500);
  const kind = options.text('body', BODYLESS.has(status) ? 'empty' : 'json');
  const headers: Record<string, string> = { 'content-type': TYPES[kind] ?? 'application/json' };
  for (const name of ['retry-after', 'retry-after-ms', 'x-should-retry']) {
    const value = options.text(name, '');
    if (value) headers[name] = value;
  }
  const error = errorOf(status, options);
  Object.assign(headers, scene.wire.errorHeaders?.(error));
  const text = bodyOf(kind, error, scene);
  const steps = text === '' ? [] : [frame(text)];
  return { status, headers, steps, stream: false, served: null };
}

/** Statuses other than 200, and errors that come after it. */
export const STATUSES: BehaviourTable = {
  status: {
    about: 'Answers with a status and an error body; `body` is json, html, text or empty.',
    parameters: [
      'value',
      'code',
      'type',
      'message',
      'body',
      'retry-after',
      'retry-after-ms',
      'x-should-retry',
    ],
    reply: (_, options, scene) => statusReply(options, scene),
  },
  redirect: {
    about: 'Redirects with status 302, 307, …; `to` is another host that leads back here.',
    parameters: ['value', 'to'],
    reply(_, options, { call }) {
      const elsewhere = call.origin.replace('127.0.0.1', 'localhost');
      const location = options.text('to', `${elsewhere}/__elsewhere${call.path}`);
      const status = options.number('value', 302);
      return { status, headers: { location }, steps: [], stream: false, served: null };
    },
  },
  information: {
    about: 'An informational response (100, 102, 103) before the real one; `times` of them.',
    parameters: ['value', 'times'],
    reply(reply, options) {
      const status = options.number('value', 103);
      const link = status === 103 ? 'Link: </style.css>; rel=preload\r\n' : '';
      const text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Info'}\r\n${link}\r\n`;
      const times = options.number('times', 1);
      return { ...reply, steps: [{ kind: 'socket', text: text.repeat(times) }, ...reply.steps] };
    },
  },
  'error-first': {
    about: 'Status 200 whose first event (or whole body) is an error.',
    parameters: ['value', 'code', 'message'],
    reply(reply, options, { wire }) {
      const error = errorOf(options.number('value', 500), options);
      if (!reply.stream) return jsonReply(200, wire.errorBody(error));
      return { ...reply, served: null, steps: [frame(wire.errorFrame(error))] };
    },
  },
  error: {
    about: 'An error event after so many frames of a stream, then the end.',
    parameters: ['after', 'status', 'code', 'message'],
    reply(reply, options, { wire }) {
      const error = errorOf(options.number('status', 500), options);
      const kept = reply.steps.slice(0, positionAfter(reply.steps, options.number('after', 1)));
      return { ...reply, steps: [...kept, frame(wire.errorFrame(error)), { kind: 'end' }] };
    },
  },
};
