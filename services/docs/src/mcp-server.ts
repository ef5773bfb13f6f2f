import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { ValidationError } from '@tollgate/http/validate';
import { findCredential } from './credential-words.ts';
import { checkRequest } from './tools/check-request.ts';
import { getSchema, listEndpoints } from './tools/endpoints.ts';
import { readDoc, searchDocs } from './tools/search-and-read.ts';
import { ToolError } from './tools/tool.ts';
import type { Tool, ToolContext } from './tools/tool.ts';

const TOOLS: readonly Tool[] = [searchDocs, readDoc, listEndpoints, getSchema, checkRequest];

const INSTRUCTIONS =
  'Documentation of Tollgate, an AI gateway with an OpenAI-style API. Read quick-start first, write the ' +
  'request, then judge it with check_request. This server knows no accounts and no model lists, and takes ' +
  'no credentials: never send a key here.';

/** A server for one request; nothing is kept between two. */
export function createMcpServer(context: ToolContext): Server {
  const server = new Server(
    { name: 'tollgate-docs', title: 'Tollgate documentation', version: '0.1.0' },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ name, title, description, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema: plain(inputSchema),
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => callTool(context, params));
  return server;
}

function plain(schema: unknown): { type: 'object' } {
  return JSON.parse(JSON.stringify(schema)) as { type: 'object' };
}

function callTool(
  context: ToolContext,
  params: { name: string; arguments?: Record<string, unknown> | undefined },
): CallToolResult {
  const credential = findCredential(params);
  if (credential !== null) {
    return failure(
      `The input holds what looks like ${credential}. It was refused and neither kept nor logged: this server ` +
        'takes no credentials. Send the same without it, and replace the credential if it was a real one.',
    );
  }
  const tool = TOOLS.find(({ name }) => name === params.name);
  if (tool === undefined) {
    return failure(
      `There is no such tool. The tools are: ${TOOLS.map(({ name }) => name).join(', ')}.`,
    );
  }
  try {
    return success(tool.run(context, params.arguments ?? {}));
  } catch (error) {
    if (error instanceof ToolError) return failure(error.message);
    if (error instanceof ValidationError) return failure(wordsOf(error));
    throw error;
  }
}

function wordsOf({ detail }: ValidationError): string {
  const faults = detail.map(({ loc, msg }) => `${loc.slice(1).join('.') || 'the input'} ${msg}`);
  return `The input does not fit: ${faults.join('; ')}.`;
}

function success(value: unknown): CallToolResult {
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  return {
    content: [{ type: 'text', text: JSON.stringify(value, null, 2) }],
    structuredContent: value as Record<string, unknown>,
  };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
