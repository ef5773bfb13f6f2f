import got, { type Method } from 'got';

const REQUEST_TIMEOUT_MS = 60_000;
/** A second `make up` right after the first meets the limits of the routes that call providers. */
const ON_RATE_LIMIT = {
  limit: 3,
  methods: ['GET', 'POST', 'PUT', 'PATCH'] as Method[],
  statusCodes: [429],
  errorCodes: [],
};

/** The API answered with an error, or not at all. */
export class ApiError extends Error {
  /** HTTP status; 0 when no answer came. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** One listener of the running stack, as a client with (or without) a token sees it. */
export interface Api {
  get<Answer>(path: string): Promise<Answer>;
  send<Answer>(method: Method, path: string, call?: ApiCall): Promise<Answer>;
  /** Calls of this listener with a bearer token. */
  as(token: string): Api;
}

/** Body and further headers of a call. */
export interface ApiCall {
  body?: object;
  headers?: Record<string, string>;
}

/** A client for a listener; calls throw `ApiError` for every answer but a 2xx. */
export function createApi(baseUrl: string, token?: string): Api {
  const send = async <Answer>(
    method: Method,
    path: string,
    call: ApiCall = {},
  ): Promise<Answer> => {
    const reply = await got(`${baseUrl}${path}`, {
      method,
      headers: {
        ...call.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(call.body === undefined ? {} : { json: call.body }),
      timeout: { request: REQUEST_TIMEOUT_MS },
      retry: ON_RATE_LIMIT,
      throwHttpErrors: false,
    }).catch((error: unknown) => {
      throw new ApiError(`${method} ${path}: ${String(error)}`, 0);
    });
    if (!reply.ok) {
      throw new ApiError(`${method} ${path}: ${reply.statusCode} ${reply.body}`, reply.statusCode);
    }
    return (reply.body === '' ? undefined : JSON.parse(reply.body)) as Answer;
  };
  return {
    get: (path) => send('GET', path),
    send,
    as: (bearer) => createApi(baseUrl, bearer),
  };
}
