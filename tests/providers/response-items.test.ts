import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ChatRequest } from '@tollgate/contract/chat';
import type { GatewayError } from '@tollgate/contract/error-codes';
import {
  itemVerdict,
  RESPONSE_ITEMS,
  RESPONSE_TOOLS,
  toolVerdict,
} from '@tollgate/contract/response-items';
import type { Verdict } from '@tollgate/contract/response-items';
import { toChatRequest } from '@tollgate/inference/responses/chat-request';
import { unknownRefusal } from '@tollgate/providers/contract/extensions';
import { mapperFor } from '@tollgate/providers/engine/mapper-for';
import { toConversation } from '@tollgate/structure/conversation';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';
import { plainChatRequest } from '@tollgate/structure/plain-chat';
import { isLeftOut } from '@tollgate/structure/plain-items';
import { packReplayData } from '@tollgate/structure/replay-data';
import { lineFor } from './strict-provider.ts';

/** The types of OpenAI's SDK as it is installed: its current reference of items and tools. */
const SOURCE = readFileSync(
  path.join(
    path.dirname(createRequire(import.meta.url).resolve('openai')),
    'resources/responses/responses.d.ts',
  ),
  'utf8',
);
const DECLARED = /^(\s*)(?:export )?(?:declare )?(interface|namespace) (\w+)/u;
const TYPE = /^\s+type\??: (.+);$/u;

/** The words of `type` of each interface, by its name with the namespaces around it. */
function typesByName(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let around: { name: string; indent: number }[] = [];
  for (const line of SOURCE.split('\n')) {
    const [, indent = '', kind, name = ''] = DECLARED.exec(line) ?? [];
    if (kind !== undefined) {
      around = around.filter((one) => one.indent < indent.length);
      around.push({ name, indent: indent.length });
    }
    const words = TYPE.exec(line)?.[1];
    const depth = line.length - line.trimStart().length;
    const inner = around.at(-1);
    if (words === undefined || inner === undefined || depth !== inner.indent + 4) continue;
    const full = around.map((one) => one.name).join('.');
    if (!found.has(full))
      found.set(
        full,
        [...words.matchAll(/'(\w+)'/gu)].map(([, word = '']) => word),
      );
  }
  return found;
}

const byName = typesByName();

/** The words of `type` of all members of a union. */
function typesOf(union: string): string[] {
  const members = new RegExp(`^export type ${union} = (.+);$`, 'mu')
    .exec(SOURCE)?.[1]
    ?.split(' | ');
  if (members === undefined) throw new Error(`no union ${union}`);
  const types = members.flatMap((member) => byName.get(member) ?? []);
  if (types.length < members.length / 2) throw new Error(`the types of ${union} are not read`);
  return [...new Set(types)];
}

const NEW = ['additional_tools', 'compaction_trigger', 'apply_patch_call', 'program_output'];
const OF_CODEX = ['agent_message', 'compaction_summary', 'context_compaction', 'ghost_snapshot'];
const ITEMS = [
  ...new Set([
    ...['ResponseInputItem', 'ResponseItem', 'ResponseOutputItem'].flatMap(typesOf),
    ...OF_CODEX,
  ]),
];
const TOOLS = typesOf('Tool');

test('the types of the SDK are read', () => {
  expect(ITEMS).toEqual(expect.arrayContaining(NEW));
  expect(ITEMS.length).toBeGreaterThan(30);
  expect(TOOLS).toEqual(expect.arrayContaining(['function', 'mcp', 'tool_search', 'shell']));
});

test.each(ITEMS)('an item of the type %s has a verdict', (type) => {
  expect(itemVerdict(type)).not.toBeNull();
});

test.each(TOOLS)('a tool of the type %s has a verdict', (type) => {
  expect(toolVerdict(type)).not.toBeNull();
});

const USER = { role: 'user', content: 'hi' };

function refusal(fields: object): { code: string; message: string } | null {
  try {
    parseResponsesRequest({ model: 'm', input: [USER], ...fields });
    return null;
  } catch (error) {
    const { code, message } = error as GatewayError;
    return { code, message };
  }
}

const verdicts: readonly [string, Verdict][] = Object.entries(RESPONSE_ITEMS);

test.each(verdicts.filter(([, { becomes }]) => becomes === 'left_out'))(
  'an item of the type %s is accepted',
  (type) => {
    expect(refusal({ input: [USER, { type, id: 'x', status: 'completed' }] })).toBeNull();
  },
);

test.each(verdicts.filter(([, { becomes }]) => becomes === 'refused'))(
  'an item of the type %s is refused by its name, with what to do',
  (type, verdict) => {
    const advice = verdict.becomes === 'refused' ? verdict.advice : '';
    expect(refusal({ input: [USER, { type, id: 'x' }] })).toEqual({
      code: 'unsupported_parameter',
      message: `input[1].type cannot be ${type}: ${advice}.`,
    });
  },
);

test('an item and a tool of a type that nobody knows are refused by their names', () => {
  expect(refusal({ input: [USER, { type: 'quantum_call' }] })?.message).toMatch(
    /^input\[1\]\.type cannot be quantum_call: this item is not known here/u,
  );
  expect(refusal({ tools: [{ type: 'quantum' }] })?.message).toMatch(/^tools\[0\]\.type can only/u);
});

test.each(TOOLS.filter((type) => toolVerdict(type)?.becomes === 'refused'))(
  'a tool of the type %s is refused by its name, as a tool and as an additional one',
  (type) => {
    const name = { tools: [{ type }] };
    expect(refusal(name)?.message).toMatch(`tools[0].type cannot be ${type}: `);
    const item = { type: 'additional_tools', role: 'developer', ...name };
    expect(refusal({ input: [item, USER] })?.message).toMatch(
      `input[0].tools[0].type cannot be ${type}: `,
    );
  },
);

/** Items that go on within the turn of the answer that asked; tests/e2e/mcp-approvals.test.ts. */
const APPROVALS = /^mcp_approval_/u;

/** A text that stands in an item, and is looked for in what a provider is asked. */
const MARK = 'MARKED';
const CALLED = { call_id: 'c', name: 'f', arguments: '{}' };
const CODEX = 'gpt-5.2-codex';
const GEMINI = 'gemini-2.5-flash';

/** The reasoning of an earlier answer, as it is once its seal is open. */
function reasoning(extra: Record<string, unknown>): object {
  const message = {
    role: 'assistant' as const,
    content: null,
    refusal: null,
    extra_content: extra,
  };
  return { type: 'reasoning', summary: [], encrypted_content: packReplayData(message) };
}

const SEALED: Readonly<Record<string, object>> = {
  [CODEX]: reasoning({
    openai: {
      model: CODEX,
      items: [
        { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: MARK },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Hm.' }],
        },
      ],
    },
  }),
  [GEMINI]: reasoning({
    google: { model: GEMINI, parts: [{ text: 'Hm.', thoughtSignature: MARK }] },
  }),
};

const GRAMMAR = { type: 'grammar', syntax: 'regex', definition: 'a+' };
const CUSTOM_CALL = { type: 'custom_tool_call', call_id: 'c', name: 'g', input: 'a' };
const PATCH = { type: 'update_file', path: 'a', diff: '+b' };
const CALLS: Readonly<Record<string, object>> = {
  function_call: { type: 'function_call', ...CALLED, arguments: `{"a":"${MARK}"}` },
  custom_tool_call: { ...CUSTOM_CALL, input: MARK },
  local_shell_call: {
    type: 'local_shell_call',
    call_id: 'c',
    action: { type: 'exec', command: [MARK] },
  },
  shell_call: { type: 'shell_call', call_id: 'c', action: { commands: [MARK] } },
  apply_patch_call: { type: 'apply_patch_call', call_id: 'c', operation: { ...PATCH, diff: MARK } },
  tool_search_call: {
    type: 'tool_search_call',
    call_id: 'c',
    execution: 'client',
    arguments: { query: MARK },
  },
};
const RESULTS: Readonly<Record<string, object>> = {
  function_call_output: { output: MARK },
  custom_tool_call_output: { output: MARK },
  local_shell_call_output: { output: MARK },
  shell_call_output: { output: [{ stdout: MARK }] },
  apply_patch_call_output: { status: 'completed', output: MARK },
  tool_search_output: { execution: 'client', tools: [{ type: 'function', name: MARK }] },
};
const resultTypeOf = (call: string): string =>
  call === 'tool_search_call' ? 'tool_search_output' : `${call}_output`;
const callTypeOf = (result: string): string =>
  result.replace(/_output$/u, '').replace(/^tool_search$/u, 'tool_search_call');

/** A conversation that holds an item of a type, with the mark in it. */
function conversationWith(type: string, model: string): object[] {
  if (type === 'message') return [{ type, role: 'user', content: MARK }];
  if (type === 'reasoning') {
    return [USER, SEALED[model] ?? {}, { role: 'assistant', content: 'Hm.' }, USER];
  }
  if (type === 'additional_tools') {
    return [{ type, role: 'developer', tools: [{ type: 'function', name: MARK }] }, USER];
  }
  const call = CALLS[type];
  if (call !== undefined) {
    const plain = resultTypeOf(type);
    const more = plain === 'tool_search_output' ? { tools: [] } : { output: 'x' };
    return [USER, call, { type: plain, call_id: 'c', ...more }, USER];
  }
  const result = RESULTS[type];
  if (result !== undefined) {
    const made = JSON.stringify(CALLS[callTypeOf(type)]).replaceAll(MARK, 'x');
    return [USER, JSON.parse(made) as object, { type, call_id: 'c', ...result }, USER];
  }
  return [USER, { type, id: MARK, status: 'completed' }];
}

function wireOf(id: string, model: string, body: object): string {
  const asked = parseResponsesRequest({ model: 'm', max_output_tokens: 2_000, ...body });
  const made: ChatRequest = toChatRequest(asked, toConversation(asked).messages);
  const request = plainChatRequest(made);
  const line = lineFor(id, model);
  expect(unknownRefusal(line, request)).toBeNull();
  const { family, endpoint } = line;
  if (family.chat === undefined) throw new Error('the family does not chat');
  const mapper = mapperFor(family.chat, request, { family, endpoint, credential: {} });
  return JSON.stringify(mapper.toWire(request, endpoint, false));
}

describe.each([
  ['openai', CODEX],
  ['google', GEMINI],
] as const)('on the way to %s', (id, model) => {
  test.each(
    verdicts.filter(([type, { becomes }]) => becomes !== 'refused' && !APPROVALS.test(type)),
  )('an item of the type %s becomes what the table says', (type, { becomes }) => {
    const input = conversationWith(type, model);
    expect(wireOf(id, model, { input }).includes(MARK)).toBe(becomes === 'read');
    const item = input.find((one) => 'type' in one && one.type === type) ?? {};
    expect(isLeftOut(item as Parameters<typeof isLeftOut>[0])).toBe(becomes === 'left_out');
  });

  const READ_TOOLS: readonly [string, object][] = [
    ['function', { name: MARK }],
    ['custom', { name: MARK, format: GRAMMAR }],
    ['namespace', { name: 'crm', tools: [{ type: 'function', name: MARK }] }],
    ['local_shell', {}],
    ['shell', { environment: { type: 'local' } }],
    ['apply_patch', {}],
    ['tool_search', { execution: 'client' }],
  ];

  test.each(READ_TOOLS)('a tool of the type %s is told to the model', (type, more) => {
    const wire = wireOf(id, model, { input: [USER], tools: [{ type, ...more }] });
    expect(wire).toContain('name' in more ? MARK : `"name":"${type}"`);
  });

  test('these are all tools that the table reads, beside those that a provider runs', () => {
    const read = Object.entries(RESPONSE_TOOLS).filter(([, { becomes }]) => becomes === 'read');
    const known = READ_TOOLS.map(([type]) => type);
    expect([
      ...known,
      'web_search',
      'file_search',
      'code_interpreter',
      'image_generation',
      'mcp',
    ]).toEqual(read.map(([type]) => type));
  });
});

test('the documentation says what becomes of each item and each tool', () => {
  const page = readFileSync(
    path.join(import.meta.dirname, '../../services/docs/content/responses.md'),
    'utf8',
  );
  const types = [...Object.keys(RESPONSE_ITEMS), ...Object.keys(RESPONSE_TOOLS)];
  const isReported = (type: string): boolean =>
    page.includes(`\`${type}\``) || (type.endsWith('_output') && page.includes('each `…_output`'));
  expect(types.filter((type) => !isReported(type))).toEqual([]);
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  for (const [type, { becomes }] of verdicts) {
    const row = rows.find((line) => line.includes(`\`${type}\``)) ?? '';
    const isResult = becomes === 'read' && type.endsWith('_output');
    expect([type, isResult || row.includes(becomes.replace('_', ' '))]).toEqual([type, true]);
  }
});
