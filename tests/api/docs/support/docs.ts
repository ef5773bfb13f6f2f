import { generateKeyPairSync } from 'node:crypto';
import { execa } from 'execa';
import got from 'got';
import { createHealth } from '@tollgate/http/health';
import { listen } from '@tollgate/http/listen';
import { createServiceTokenSigner, createServiceTokenVerifier } from '@tollgate/http/service-token';
import { createLogger } from '@tollgate/runtime/logger';
import { createDocsApp } from '../../../../services/docs/src/app.ts';
import { createCallLimit } from '../../../../services/docs/src/call-limit.ts';
import { openEditions } from '../../../../services/docs/src/editions.ts';
import { readOpenApi } from '../../../../services/docs/src/open-api.ts';
import { openPages } from '../../../../services/docs/src/pages.ts';
import { ROOT } from '../../../tidy/source-files.ts';

/** An answer over HTTP, whatever its status. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A docs service in this process. */
export interface RunningDocs {
  /** Sends as the edge would, through the public listener unless said otherwise. */
  send(method: string, path: string, sent?: Sent): Promise<Answer>;
  /** Calls a tool; gives its text and whether it is an error. */
  tool(name: string, input: unknown, sent?: Sent): Promise<{ text: string; isError: boolean }>;
  /** All log lines so far. */
  logged(): string;
  drop(): Promise<void>;
}

/** What a request carries. */
export interface Sent {
  plane?: 'public' | 'internal' | 'none';
  headers?: Record<string, string>;
  json?: unknown;
  body?: string;
}

/**
 * Starts one.
 * @param isPublicWhole whether the public listener shows the pages for operators
 */
export const someDocs = async (
  callsPerMinute = 10_000,
  editUrl?: string,
  isPublicWhole = true,
): Promise<RunningDocs> => {
  await execa(process.execPath, ['services/docs/build.ts'], { cwd: ROOT });
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const named = { kid: 'edge', alg: 'EdDSA' };
  const jwk = { ...privateKey.export({ format: 'jwk' }), ...named };
  const trust = { keys: [{ ...publicKey.export({ format: 'jwk' }), ...named }] };
  const signer = await createServiceTokenSigner(JSON.stringify(jwk));
  const lines: string[] = [];
  const logger = createLogger('docs', 'trace', { write: (line) => void lines.push(line) });
  const health = createHealth([]);
  const app = createDocsApp({
    editions: await openEditions(isPublicWhole),
    openApi: { public: await readOpenApi('public'), internal: await readOpenApi('internal') },
    pages: await openPages(),
    editUrl,
    callLimit: createCallLimit(callsPerMinute),
    addresses: { publicOrigin: 'https://docs.example.com', hosts: new Set(['inner.example.com']) },
    verifier: createServiceTokenVerifier(JSON.stringify(trust), 'docs'),
    health,
    logger,
  });
  const listening = await listen(app, { port: 0, host: '127.0.0.1', logger });
  health.markStarted();
  const send: RunningDocs['send'] = async (method, path, sent = {}) => {
    const plane = sent.plane ?? 'public';
    const token = plane === 'none' ? '' : await signer.sign('docs', { plane });
    const answer = await got(`http://127.0.0.1:${listening.port}${path}`, {
      method: method as 'GET',
      headers: { 'x-internal-token': token, ...sent.headers },
      ...(sent.json === undefined ? {} : { json: sent.json }),
      ...(sent.body === undefined ? {} : { body: sent.body }),
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body };
  };
  return {
    send,
    async tool(name, input, sent = {}) {
      const params = { name, arguments: input };
      const answer = await send('POST', '/docs/mcp', {
        ...sent,
        headers: { ...MCP_HEADERS, ...sent.headers },
        json: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      });
      const { result } = JSON.parse(answer.text) as {
        result: { content: { text: string }[]; isError?: boolean };
      };
      return { text: result.content[0]?.text ?? '', isError: result.isError === true };
    },
    logged: () => lines.join(''),
    drop: () => listening.close(),
  };
};

/** What clients of the protocol send. */
export const MCP_HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-06-18',
};
