import { runsOf } from './hosted-choice.ts';
import type { Answer, Choice, Tokens } from '../answer.ts';
import { frame, jsonReply, type Reply, type Step } from '../reply.ts';
import { TOOL_NAME } from './mcp.ts';
import { imageItems, imagesMade, previewsOf, toolUsage } from './response-images.ts';
import type { ResponsesPrompt } from './responses-request.ts';
import { sealed } from './sealed.ts';
import { changedUsage } from './usage.ts';
import { FILE_CITATION, FOUND } from './vector-stores.ts';

const MILLISECONDS = 1_000;

let count = 0;

function newId(prefix: string): string {
  count += 1;
  return `${prefix}_${Date.now().toString(16)}${count.toString(16).padStart(36, '0')}`;
}

type Item = Record<string, unknown> & { id: string; type: string };

/** An item, and the pieces in which a stream tells it. */
interface Made {
  item: Item;
  pieces: string[];
  /** Tokens of reasoning, which nobody sees. */
  reasoning: number;
}

/** Writes an answer as the Responses interface does: one document, or a stream of events. */
export function renderResponses(answer: Answer, prompt: ResponsesPrompt): Reply {
  const [choice] = answer.choices;
  const run = choice === undefined ? [] : runItems(answer, prompt);
  const isWaiting = run.some(({ item }) => item.type === 'mcp_approval_request');
  const said = choice === undefined ? [] : itemsOf(choice, prompt);
  // A model that waits for an approval has said nothing yet.
  const thought = said.filter(({ item }) => item.type === 'reasoning');
  const isAsked = ({ item }: Made): boolean => item.type === 'mcp_approval_request';
  const made = isWaiting
    ? [...run.filter((one) => !isAsked(one)), ...thought, ...run.filter(isAsked)]
    : [...run, ...said];
  const head = headOf(prompt);
  const document = {
    ...head,
    ...endOf(choice),
    service_tier: answer.tier ?? prompt.tier,
    output: made.map(({ item }) => item),
    usage: answer.usage.position === 'none' ? null : changedUsage(usageOf(answer.tokens), answer),
    ...toldTools(answer, prompt, made),
  };
  if (!prompt.stream) return jsonReply(200, document, answer.tokens);
  const write = eventWriter(prompt);
  // Until the end the document says what was asked for.
  const open = { ...head, status: 'in_progress', service_tier: 'auto', output: [], usage: null };
  const steps = [
    write('response.created', { response: open }),
    write('response.in_progress', { response: open }),
    ...made.flatMap((one, index) => itemSteps(one, index, { write, prompt })),
    write(`response.${document.status}`, { response: document }),
  ];
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
  return { status: 200, headers, steps, stream: true, served: answer.tokens };
}

/** What is told of tools beside the usage. */
function toldTools(answer: Answer, { images }: ResponsesPrompt, made: readonly Made[]): object {
  const count = made.filter(({ item }) => item.type === 'image_generation_call').length;
  const tool_usage = toolUsage(answer, images, count);
  return tool_usage === undefined ? {} : { tool_usage };
}

/** The runs of tools, at most as many as the request allows of all of them. */
function runItems(answer: Answer, prompt: ResponsesPrompt): Made[] {
  const { searches: most = 0, searchesWeb, code, files, images, demanded } = prompt;
  const servers = prompt.servers.toSorted(
    (one, other) => Number(other.label === demanded?.label) - Number(one.label === demanded?.label),
  );
  const wished = (runs: { ran?: number } | null | undefined, type: string): number =>
    runsOf(runs, type, demanded);
  const searched = searchesWeb ? Math.min(wished(answer.searches, 'web_search'), most) : 0;
  const ran =
    code === undefined ? 0 : Math.min(wished(answer.code, 'code_interpreter'), most - searched);
  const containers = Array.from({ length: answer.code?.reported ?? 1 }, () => newId('cntr'));
  const called = answer.mcp?.reported ?? Math.min(wished(answer.mcp, 'mcp'), most - searched - ran);
  const left = Math.max(0, most - searched - ran - called);
  const looked = answer.files?.reported ?? Math.min(wished(answer.files, 'file_search'), left);
  const served = servers.flatMap(({ label, asks }, at) => [
    listItem(label),
    ...(at > 0 ? [] : asks ? approvedItems(label, called, prompt) : callItems(label, called)),
  ]);
  return [
    ...searchItems(searched),
    ...codeItems(ran, containers, code?.isShown === true),
    ...(files === undefined ? [] : fileItems(looked, files.isShown)),
    ...served.map((item) => ({ item, pieces: [], reasoning: 0 })),
    ...(images === null
      ? []
      : imageItems(answer, images, {
          count: imagesMade(answer, images, most - searched - ran - called),
          newId,
        }).map((item) => ({ item: item as Item, pieces: [], reasoning: 0 }))),
  ];
}

function listItem(server_label: string): Item {
  const tools = [{ name: TOOL_NAME, description: 'Rolls', input_schema: { type: 'object' } }];
  return { id: newId('mcpl'), type: 'mcp_list_tools', server_label, tools, error: null };
}

/** Each call of a tool: the first fails. */
function callItems(server_label: string, count: number): Item[] {
  return Array.from({ length: count }, (_, at) => ({
    id: newId('mcp'),
    type: 'mcp_call',
    status: at === 0 ? 'failed' : 'completed',
    server_label,
    name: TOOL_NAME,
    arguments: '{"sides":6}',
    output: at === 0 ? null : '4',
    error: at === 0 ? { type: 'mcp_tool_execution_error', content: [] } : null,
    approval_request_id: null,
  }));
}

/** The calls that were approved, and one request for the next call. */
function approvedItems(
  server_label: string,
  count: number,
  { approvals: { made, answered } }: ResponsesPrompt,
): Item[] {
  const head = { server_label, name: TOOL_NAME, arguments: '{"sides":6}' };
  const calls = answered
    .filter(({ approve }) => approve)
    .map(({ id }) => ({
      id: newId('mcp'),
      type: 'mcp_call',
      status: 'completed',
      ...head,
      output: '4',
      error: null,
      approval_request_id: id,
    }));
  const isDone = made + answered.length >= count;
  const next = { id: newId('mcpr'), type: 'mcp_approval_request', ...head };
  return isDone ? calls : [...calls, next];
}

/** Each run of code, in containers by turns. */
function codeItems(count: number, containers: readonly string[], isShown: boolean): Made[] {
  return Array.from({ length: count }, (_, at) => ({
    item: {
      id: newId('ci'),
      type: 'code_interpreter_call',
      status: 'completed',
      code: `print(${at})`,
      container_id: containers[at % containers.length],
      outputs: isShown ? [{ type: 'logs', logs: `${at}\n` }] : null,
    },
    pieces: [],
    reasoning: 0,
  }));
}

/** Each search of vector stores, with what it has found where that is to be shown. */
function fileItems(count: number, isShown: boolean): Made[] {
  return Array.from({ length: count }, (_, at) => ({
    item: {
      id: newId('fs'),
      type: 'file_search_call',
      status: 'completed',
      queries: [`query ${at}`],
      results: isShown ? [FOUND] : null,
    },
    pieces: [],
    reasoning: 0,
  }));
}

/** Each search as a call of its own. */
function searchItems(count: number): Made[] {
  return Array.from({ length: count }, (_, at) => ({
    item: {
      id: newId('ws'),
      type: 'web_search_call',
      status: 'completed',
      action: { type: 'search', query: `query ${at}`, queries: [`query ${at}`] },
    },
    pieces: [],
    reasoning: 0,
  }));
}

const CITATION = {
  type: 'url_citation',
  start_index: 0,
  end_index: 4,
  title: 'Page',
  url: 'https://example.com/0',
};

const FILE = {
  type: 'container_file_citation',
  container_id: 'cntr_1',
  file_id: 'cfile_1',
  filename: 'plot.png',
  start_index: 0,
  end_index: 4,
};

function headOf({ model }: ResponsesPrompt) {
  return {
    id: newId('resp'),
    object: 'response',
    created_at: Math.floor(Date.now() / MILLISECONDS),
    background: false,
    error: null,
    incomplete_details: null,
    model,
    store: false,
    previous_response_id: null,
  };
}

function endOf(choice: Choice | undefined) {
  if (choice?.finish === 'length') {
    return { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } };
  }
  return choice?.finish === 'content_filter'
    ? { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
    : { status: 'completed' };
}

function itemsOf(choice: Choice, prompt: ResponsesPrompt): Made[] {
  const { model, seals, summarises, tools } = prompt;
  const status = choice.finish === 'length' ? 'incomplete' : 'completed';
  const made: Made[] = [];
  if (choice.reasoning.length > 0) {
    const content = seals ? { encrypted_content: sealed(model) } : {};
    const text = choice.reasoning.join('');
    const summary = summarises ? [{ type: 'summary_text', text }] : [];
    const item = { id: newId('rs'), type: 'reasoning', summary, content: [], ...content };
    const pieces = summarises ? choice.reasoning : [];
    made.push({ item, pieces, reasoning: choice.reasoning.length });
  }
  const said = [
    ...(choice.text.length > 0
      ? [
          {
            type: 'output_text',
            text: choice.text.join(''),
            annotations: [
              ...(prompt.searchesWeb ? [CITATION] : []),
              ...(prompt.code ? [FILE] : []),
              ...(prompt.files ? [FILE_CITATION] : []),
            ],
            logprobs: [],
          },
        ]
      : []),
    ...(choice.refusal.length > 0 ? [{ type: 'refusal', refusal: choice.refusal.join('') }] : []),
  ];
  if (said.length > 0) {
    const item = { id: newId('msg'), type: 'message', status, role: 'assistant', content: said };
    made.push({ item, pieces: [...choice.text, ...choice.refusal], reasoning: 0 });
  }
  for (const { id, name, arguments: pieces } of choice.calls) {
    const given = pieces.join('');
    const tool = tools.find((one) => one.name === name);
    const space = tool?.namespace === undefined ? {} : { namespace: tool.namespace };
    if (tool?.isCustom === true) {
      const head = {
        id: newId('ctc'),
        type: 'custom_tool_call',
        status,
        call_id: id,
        name,
        ...space,
      };
      made.push({ item: { ...head, input: given }, pieces, reasoning: 0 });
      continue;
    }
    const head = { id: newId('fc'), type: 'function_call', status, call_id: id, name, ...space };
    made.push({ item: { ...head, arguments: given }, pieces, reasoning: 0 });
  }
  return made;
}

function usageOf(tokens: Tokens): Record<string, unknown> {
  return {
    input_tokens: tokens.input,
    input_tokens_details: { cached_tokens: tokens.cached, cache_write_tokens: tokens.written },
    output_tokens: tokens.output,
    output_tokens_details: { reasoning_tokens: tokens.reasoning },
    total_tokens: tokens.input + tokens.output,
  };
}

type Write = (
  type: string,
  members: Record<string, unknown>,
  tokens?: number,
  reasoning?: number,
) => Step;

function eventWriter({ obfuscation }: ResponsesPrompt): Write {
  let number = 0;
  return (type, members, tokens = 0, reasoning = 0) => {
    const hidden = obfuscation && type.endsWith('.delta') ? { obfuscation: 'qX3v' } : {};
    const data = JSON.stringify({ type, sequence_number: number++, ...members, ...hidden });
    return frame(`event: ${type}\ndata: ${data}\n\n`, tokens, reasoning);
  };
}

function itemSteps(
  { item, pieces, reasoning }: Made,
  output_index: number,
  { write, prompt }: { write: Write; prompt: ResponsesPrompt },
): Step[] {
  const position = { item_id: item.id, output_index };
  const done = write('response.output_item.done', { output_index, item }, reasoning, reasoning);
  const added = (begun: Item): Step =>
    write('response.output_item.added', { output_index, item: begun });
  if (item.type === 'reasoning') {
    const begun = added({ ...item, summary: [], encrypted_content: '' });
    return [begun, ...summarySteps(item, { position, pieces, write }), done];
  }
  if (item.type === 'web_search_call') {
    return [
      added({ ...item, status: 'in_progress', action: { type: 'search' } }),
      write('response.web_search_call.in_progress', position),
      write('response.web_search_call.searching', position),
      write('response.web_search_call.completed', position),
      done,
    ];
  }
  if (item.type === 'file_search_call') {
    return [
      added({ ...item, status: 'in_progress', queries: [], results: null }),
      write('response.file_search_call.in_progress', position),
      write('response.file_search_call.searching', position),
      write('response.file_search_call.completed', position),
      done,
    ];
  }
  if (item.type === 'code_interpreter_call') {
    const code = { ...position, code: item['code'] };
    return [
      added({ ...item, status: 'in_progress', code: '', outputs: null }),
      write('response.code_interpreter_call.in_progress', position),
      write('response.code_interpreter_call_code.delta', { ...position, delta: item['code'] }),
      write('response.code_interpreter_call_code.done', code),
      write('response.code_interpreter_call.interpreting', position),
      write('response.code_interpreter_call.completed', position),
      done,
    ];
  }
  if (item.type === 'image_generation_call' && prompt.images !== null) {
    const type = 'response.image_generation_call';
    return [
      added({ ...item, status: 'in_progress', result: null }),
      write(`${type}.in_progress`, position),
      write(`${type}.generating`, position),
      ...previewsOf(prompt.images, item).map((preview) =>
        write(`${type}.partial_image`, { ...position, ...preview }),
      ),
      write(`${type}.completed`, position),
      done,
    ];
  }
  if (item.type === 'mcp_approval_request') return [added(item), done];
  if (item.type === 'mcp_list_tools') {
    return [
      added({ ...item, tools: [] }),
      write('response.mcp_list_tools.in_progress', position),
      write('response.mcp_list_tools.completed', position),
      done,
    ];
  }
  if (item.type === 'mcp_call') {
    const { arguments: given } = item;
    return [
      added({ ...item, status: 'in_progress', arguments: '', output: null, error: null }),
      write('response.mcp_call.in_progress', position),
      write('response.mcp_call_arguments.delta', { ...position, delta: given }),
      write('response.mcp_call_arguments.done', { ...position, arguments: given }),
      write(`response.mcp_call.${String(item['status'])}`, position),
      done,
    ];
  }
  const reported = CALLS[item.type];
  if (reported !== undefined) {
    const [member, type] = reported;
    const head = added({ ...item, status: 'in_progress', [member]: '' });
    const deltas = pieces.map((delta, at) =>
      write(`${type}.delta`, { ...position, delta }, at === 0 ? 2 : 1),
    );
    return [head, ...deltas, write(`${type}.done`, { ...position, [member]: item[member] }), done];
  }
  const parts = item['content'] as {
    type: string;
    text?: string;
    refusal?: string;
    annotations?: object[];
  }[];
  const [part] = parts;
  const kind = part?.type === 'refusal' ? 'refusal' : 'output_text';
  const spot = { ...position, content_index: 0 };
  return [
    added({ ...item, status: 'in_progress', content: [] }),
    write('response.content_part.added', { ...spot, part: { ...part, text: '' } }),
    ...pieces.map((delta) => write(`response.${kind}.delta`, { ...spot, delta }, 1)),
    ...(part?.annotations ?? []).map((annotation, annotation_index) =>
      write('response.output_text.annotation.added', { ...spot, annotation_index, annotation }),
    ),
    write(`response.${kind}.done`, { ...spot, text: part?.text, refusal: part?.refusal }),
    write('response.content_part.done', { ...spot, part }),
    done,
  ];
}

/** The member of a call that comes in pieces, and what its events begin with. */
const CALLS: Readonly<Record<string, readonly [member: string, type: string]>> = {
  function_call: ['arguments', 'response.function_call_arguments'],
  custom_tool_call: ['input', 'response.custom_tool_call_input'],
};

function summarySteps(
  item: Item,
  { position, pieces, write }: { position: object; pieces: readonly string[]; write: Write },
): Step[] {
  const [part] = item['summary'] as { type: string; text: string }[];
  if (part === undefined) return [];
  const spot = { ...position, summary_index: 0 };
  const type = 'response.reasoning_summary';
  return [
    write(`${type}_part.added`, { ...spot, part: { ...part, text: '' } }),
    ...pieces.map((delta) => write(`${type}_text.delta`, { ...spot, delta })),
    write(`${type}_text.done`, { ...spot, text: part.text }),
    write(`${type}_part.done`, { ...spot, part }),
  ];
}
