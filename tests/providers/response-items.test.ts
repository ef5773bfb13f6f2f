import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { GatewayError } from '@tollgate/contract/errors';
import {
  itemVerdict,
  RESPONSE_ITEMS,
  RESPONSE_TOOLS,
  toolVerdict,
} from '@tollgate/contract/response-items';
import type { Verdict } from '@tollgate/contract/response-items';
import { parseResponsesRequest } from '@tollgate/structure/parse-responses';

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

test('the documentation says what becomes of each item and each tool', () => {
  const page = readFileSync(
    path.join(import.meta.dirname, '../../services/docs/content/responses.md'),
    'utf8',
  );
  const types = [...Object.keys(RESPONSE_ITEMS), ...Object.keys(RESPONSE_TOOLS)];
  const isTold = (type: string): boolean =>
    page.includes(`\`${type}\``) || (type.endsWith('_output') && page.includes('each `…_output`'));
  expect(types.filter((type) => !isTold(type))).toEqual([]);
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  for (const [type, { becomes }] of verdicts) {
    const row = rows.find((line) => line.includes(`\`${type}\``)) ?? '';
    const isResult = becomes === 'read' && type.endsWith('_output');
    expect([type, isResult || row.includes(becomes.replace('_', ' '))]).toEqual([type, true]);
  }
});
