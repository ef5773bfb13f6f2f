import { isJson } from '../openai/chat-request.ts';
import type { Answer } from '../answer.ts';
import type { Prompt, ServerTools } from '../prompt.ts';
import { refuse } from './refuse.ts';

type Json = Record<string, unknown>;

/** The tools that this provider runs, by the versions that it knows, and the one name of each. */
const KINDS = [
  { name: 'web_search', versions: ['20250305', '20260209', '20260318'] },
  { name: 'web_fetch', versions: ['20250910', '20260209', '20260309', '20260318'] },
  { name: 'code_execution', versions: ['20250522', '20250825', '20260120', '20260521'] },
] as const;
type Kind = (typeof KINDS)[number]['name'];

/** Members of one tool only, or of its later versions. */
const OWN: Readonly<Record<string, (type: string) => boolean>> = {
  max_uses: (type) => type.startsWith('web_'),
  allowed_domains: (type) => type.startsWith('web_'),
  blocked_domains: (type) => type.startsWith('web_'),
  user_location: (type) => type.startsWith('web_search'),
  max_content_tokens: (type) => type.startsWith('web_fetch'),
  citations: (type) => type.startsWith('web_fetch'),
  url_sources: (type) => type.startsWith('web_fetch'),
  use_cache: (type) => /^web_fetch_(?:20260309|20260318)$/u.test(type),
  response_inclusion: (type) => type.endsWith('_20260318'),
};
const FIRST_WEB = /^web_(?:search_20250305|fetch_20250910)$/u;
const RESULT = /^(?:web_search|web_fetch|mcp|(?:bash_|text_editor_)?code_execution)_tool_result$/u;
const CALLER = /^(?:direct|code_execution_(?:20250825|20260120|20260521))$/u;

/** Which tool of this provider's a type names. */
export function serverKind(type: unknown): Kind | undefined {
  const found = KINDS.find(({ name, versions }) =>
    versions.some((version) => type === `${name}_${version}`),
  );
  return found?.name;
}

/** Refuses what the provider refuses in a tool that it runs. */
export function assertServerTool(tool: Json, index: number): void {
  const type = String(tool['type']);
  const path = `tools.${index}.${type}`;
  const kind = serverKind(type);
  if (tool['name'] !== kind) refuse(`${path}.name: Input should be '${kind}'`);
  for (const [member, knows] of Object.entries(OWN)) {
    if (tool[member] !== undefined && !knows(type)) {
      refuse(`${path}.${member}: Extra inputs are not permitted`);
    }
  }
  for (const member of ['max_uses', 'max_content_tokens']) {
    const value = tool[member] ?? null;
    if (value !== null && (!Number.isInteger(value) || Number(value) < 1)) {
      refuse(`${path}.${member}: Input should be greater than 0`);
    }
  }
  if (tool['allowed_domains'] && tool['blocked_domains']) {
    refuse('Only one of allowed_domains and blocked_domains may be specified.');
  }
  const callers: unknown[] = [tool['allowed_callers'] ?? []].flat();
  if (!callers.every((caller) => typeof caller === 'string' && CALLER.test(caller))) {
    refuse(`${path}.allowed_callers: Input should be 'direct' or a version of code_execution`);
  }
}

/** What this provider may run for a request; without a bound it has none either. */
export function readServerTools(tools: unknown): ServerTools {
  const list = Array.isArray(tools) ? tools.filter(isJson) : [];
  const toolOf = (kind: Kind): Json | undefined =>
    list.find(({ type }) => serverKind(type) === kind);
  const usesOf = (kind: Kind): number => {
    const tool = toolOf(kind);
    return tool === undefined ? 0 : Number(tool['max_uses'] ?? Infinity);
  };
  const code = toolOf('code_execution');
  const isFiltering = list.some(
    ({ type, allowed_callers: callers }) =>
      String(serverKind(type)).startsWith('web_') &&
      (Array.isArray(callers)
        ? callers.some((caller) => caller !== 'direct')
        : !FIRST_WEB.test(String(type))),
  );
  return {
    searches: usesOf('web_search'),
    fetches: usesOf('web_fetch'),
    isCited: isJson(toolOf('web_fetch')?.['citations']),
    code: code !== undefined || isFiltering,
    isLegacyCode: code?.['type'] === 'code_execution_20250522',
  };
}

/** A result of a tool that this provider runs stands behind the call that it is of. */
export function assertServerResults(turns: readonly { content?: unknown }[]): void {
  const called = new Set<unknown>();
  turns.forEach(({ content }, turn) => {
    const blocks = Array.isArray(content) ? content.filter(isJson) : [];
    blocks.forEach(({ type, id, tool_use_id: of, content: result }, index) => {
      if (type === 'server_tool_use' || type === 'mcp_tool_use') called.add(id);
      if (!RESULT.test(String(type))) return;
      const path = `messages.${turn}.content.${index}`;
      if (!called.has(of)) refuse(`${path}: unexpected \`tool_use_id\` found: ${String(of)}`);
      // Files of answers are read by the Files API alone.
      if (JSON.stringify(result).includes('"file_id"')) refuse(`${path}: File not found`);
    });
  });
}

/** How often each tool runs: no more than the request allows. */
function runsOf(
  { searches, fetches, code }: Answer,
  { serverTools: allowed }: Prompt,
): { searches: number; fetches: number; code: number } {
  return {
    searches: Math.min(searches?.ran ?? 0, allowed?.searches ?? 0),
    fetches: Math.min(fetches?.ran ?? 0, allowed?.fetches ?? 0),
    code: allowed?.code === true ? (code?.ran ?? 0) : 0,
  };
}

/** What usage says of the runs; runs of code are in it only where a test wants them there. */
export function runsInUsage(answer: Answer, prompt: Prompt): Json {
  const ran = runsOf(answer, prompt);
  const searches = answer.searches?.reported ?? ran.searches;
  const fetches = answer.fetches?.reported ?? ran.fetches;
  const code = answer.code?.reported;
  if (searches + fetches + ran.code + (code ?? 0) === 0) return {};
  return {
    server_tool_use: {
      web_search_requests: searches,
      web_fetch_requests: fetches,
      ...(code === undefined ? {} : { code_execution_requests: code }),
    },
  };
}

/** The container in which code ran. */
export function containerOf(answer: Answer, prompt: Prompt): Json {
  if (runsOf(answer, prompt).code === 0) return {};
  return { container: { id: 'container_01', expires_at: '2030-01-01T00:00:00Z' } };
}

/** Each run with what came of it. */
export function runBlocks(answer: Answer, prompt: Prompt): Json[] {
  const { searches, fetches, code } = runsOf(answer, prompt);
  const isLegacy = prompt.serverTools?.isLegacyCode === true;
  return [
    ...Array.from({ length: code }, (_, at) => codeBlocks(at, isLegacy)),
    ...Array.from({ length: searches }, (_, at) => searchBlocks(at)),
    ...Array.from({ length: fetches }, (_, at) => fetchBlocks(at)),
  ].flat();
}

/** The citation of a text behind the runs; null where nothing is to be cited. */
export function citationOf(answer: Answer, prompt: Prompt): Json | null {
  const { searches, fetches } = runsOf(answer, prompt);
  if (searches > 0) return SEARCHED;
  return fetches > 0 && prompt.serverTools?.isCited === true ? FETCHED : null;
}

const SEARCHED = {
  type: 'web_search_result_location',
  cited_text: 'said there',
  url: 'https://example.com/0',
  title: 'Page 0',
  encrypted_index: 'sealed-index-0',
};
const FETCHED = {
  type: 'char_location',
  document_index: 0,
  document_title: 'Page 0',
  start_char_index: 0,
  end_char_index: 4,
  cited_text: 'Text',
  file_id: null,
};

function searchBlocks(at: number): Json[] {
  return [
    {
      type: 'server_tool_use',
      id: `srvtoolu_${at}`,
      name: 'web_search',
      input: { query: `query ${at}` },
    },
    {
      type: 'web_search_tool_result',
      tool_use_id: `srvtoolu_${at}`,
      caller: { type: 'direct' },
      content: [
        {
          type: 'web_search_result',
          url: `https://example.com/${at}`,
          title: `Page ${at}`,
          page_age: null,
          encrypted_content: `sealed-content-${at}`,
        },
      ],
    },
  ];
}

function fetchBlocks(at: number): Json[] {
  const url = `https://example.com/${at}`;
  const caller = { type: 'direct' };
  return [
    { type: 'server_tool_use', id: `srvtoolu_f${at}`, name: 'web_fetch', input: { url }, caller },
    {
      type: 'web_fetch_tool_result',
      tool_use_id: `srvtoolu_f${at}`,
      caller,
      content: {
        type: 'web_fetch_result',
        url,
        retrieved_at: '2026-11-28T10:00:00Z',
        content: {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: `Text ${at}` },
          title: `Page ${at}`,
          citations: { enabled: true },
        },
      },
    },
  ];
}

function codeBlocks(at: number, isLegacy: boolean): Json[] {
  const prefix = isLegacy ? '' : 'bash_';
  const id = `srvtoolu_c${at}`;
  const input = isLegacy ? { code: 'print(2)' } : { command: 'echo 2' };
  return [
    { type: 'server_tool_use', id, name: `${prefix}code_execution`, input },
    {
      type: `${prefix}code_execution_tool_result`,
      tool_use_id: id,
      content: {
        type: `${prefix}code_execution_result`,
        stdout: '2\n',
        stderr: '',
        return_code: 0,
        content: [{ type: `${prefix}code_execution_output`, file_id: `file_${at}` }],
      },
    },
  ];
}
