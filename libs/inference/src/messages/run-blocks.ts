import type { MessagesDocument } from '@tollgate/contract/messages';
import { GATEWAY_TOOL_ID } from '@tollgate/contract/tool-traces';
import type { Searched } from '@tollgate/providers/adapter/adapter';

/** A block of an answer. */
export type Block = MessagesDocument['content'][number];
/** A call of a tool that the provider has run, as the provider's mapper gives it. */
type Call = Searched['calls'][number];
type Fields = Readonly<Record<string, unknown>>;

/** Characters of a passage that a citation repeats, as many as Anthropic's. */
const CITED_CHARACTERS_MAX = 150;
const ID_DIGITS = 4;

/** Makes blocks of what providers other than Anthropic have run. */
export interface RunBlocks {
  /** A block that calls a tool and the one with its result, for each run of a call. */
  of(call: Call): Block[];
}

/** The blocks of one answer, with ids of ours. */
export function createRunBlocks(opId: string): RunBlocks {
  let count = 0;
  const pair = ({ name, input, result }: Run): Block[] => {
    const id = GATEWAY_TOOL_ID + opId.replaceAll('-', '') + String(count).padStart(ID_DIGITS, '0');
    count += 1;
    const type = `${name}_tool_result` as const;
    return [
      { type: 'server_tool_use', id, name, input, caller: DIRECT },
      {
        type,
        tool_use_id: id,
        content: result,
        ...(name === 'code_execution' ? {} : { caller: DIRECT }),
      },
    ];
  };
  return { of: (call) => runsIn(call).flatMap(pair) };
}

const DIRECT = { type: 'direct' };

interface Run {
  name: 'web_search' | 'web_fetch' | 'code_execution';
  input: object;
  result: unknown;
}

function runsIn(call: Call): Run[] {
  switch (call['type']) {
    case 'web_search_call':
      return [searchOf(call)];
    case 'web_fetch_call':
      return objectsIn(call['pages']).map(fetchOf);
    case 'code_interpreter_call':
      return [codeOf(call)];
    default:
      return [];
  }
}

/** One search for all queries: which query has found which page is not known. */
function searchOf({ action, results }: Call): Run {
  const { queries } = isObject(action) ? action : {};
  const query = Array.isArray(queries) ? queries.map(String).join('; ') : '';
  const found = objectsIn(results).map(({ url, title }) => ({
    type: 'web_search_result',
    url,
    title,
    encrypted_content: '',
    page_age: null,
  }));
  return { name: 'web_search', input: { query }, result: found };
}

/** A page, whose text the provider keeps to itself. */
function fetchOf({ url, error }: Fields): Run {
  const input = { url };
  if (typeof error === 'string') {
    const result = { type: 'web_fetch_tool_result_error', error_code: error };
    return { name: 'web_fetch', input, result };
  }
  const source = { type: 'text', media_type: 'text/plain', data: '' };
  const content = { type: 'document', source, title: null, citations: null };
  const result = { type: 'web_fetch_result', url, retrieved_at: null, content };
  return { name: 'web_fetch', input, result };
}

/** Code with what it has printed; images have no form here without files. */
function codeOf({ code, outputs, status, outcome }: Call): Run {
  const input = { code };
  if (status !== 'completed') {
    const error_code = status === 'failed' ? 'execution_time_exceeded' : 'unavailable';
    const result = { type: 'code_execution_tool_result_error', error_code };
    return { name: 'code_execution', input, result };
  }
  const logs = objectsIn(outputs).map((output) => output['logs']);
  const text = logs.filter((log) => typeof log === 'string').join('');
  const isFine = outcome === 'OUTCOME_OK';
  const result = {
    type: 'code_execution_result',
    stdout: isFine ? text : '',
    stderr: isFine ? '' : text,
    return_code: isFine ? 0 : 1,
    content: [],
  };
  return { name: 'code_execution', input, result };
}

/**
 * A citation of a page. The provider says which passage of the answer rests on it, and not which
 * of the page's own: `cited_text` is that passage.
 */
export function citationOf(annotation: Searched['annotations'][number], text: string): Fields {
  const { url, title, start_index: from, end_index: to } = annotation;
  const passage = text.slice(Number(from ?? 0), Number(to ?? 0));
  return {
    type: 'web_search_result_location',
    url,
    title: title ?? null,
    cited_text: passage.slice(0, CITED_CHARACTERS_MAX),
    encrypted_index: '',
  };
}

function objectsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
