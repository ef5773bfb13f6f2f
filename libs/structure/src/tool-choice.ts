import { GatewayError } from '@tollgate/contract/error-codes';
import { unknownField } from '@tollgate/contract/schema-faults';

type Fields = Readonly<Record<string, unknown>>;

/** Where a route wants the name of a tool that a choice demands. */
type NameAt = 'tool_choice.name' | 'tool_choice.function.name';

/**
 * Checks the shape of a choice by hand, because a schema of alternatives names the wrong one. Texts
 * are left to the schema of the route.
 * @throws GatewayError `invalid_request`, naming what the choice lacks and the path of the name on
 *   this route
 */
export function assertChoiceNames(choice: unknown, nameAt: NameAt): void {
  if (choice === undefined || choice === null || typeof choice === 'string') return;
  if (!isFields(choice)) {
    throw invalid(
      'tool_choice',
      'must be "auto", "none", "required" or an object that names a tool',
    );
  }
  const { type } = choice;
  if (nameAt === 'tool_choice.function.name' && !CHAT_TYPES.includes(type)) {
    throw invalid(
      'tool_choice.type',
      'can only be "function", "custom" or "allowed_tools" on this route',
    );
  }
  if (nameAt === 'tool_choice.function.name' && type === 'custom') assertCustomNamed(choice);
  else if (type === 'function' || type === 'custom') assertNamed(choice, nameAt);
}

function assertCustomNamed({ custom }: Fields): void {
  if (isFields(custom) && typeof custom['name'] === 'string') return;
  throw invalid('tool_choice.custom.name', 'is required');
}

function assertNamed({ name, function: called }: Fields, nameAt: NameAt): void {
  const inner = isFields(called) ? called['name'] : undefined;
  const [here, elsewhere] = nameAt === 'tool_choice.name' ? [name, inner] : [inner, name];
  if (typeof here === 'string') return;
  const advice = elsewhere === undefined ? '' : `: on this route the name stands in ${nameAt}`;
  throw invalid(nameAt, `is required${advice}`);
}

const CHAT_TYPES: readonly unknown[] = ['function', 'custom', 'allowed_tools'];

const MODES: readonly unknown[] = ['auto', 'required'];

/**
 * A chat request whose choice allows some of its tools only, as one that has these tools only: no
 * model can call another one, whatever its wire.
 * @throws GatewayError for a choice that is not of this shape, or that names what is not among the
 *   tools
 */
export function withAllowedTools(body: Fields): Fields {
  const { tool_choice: choice, tools } = body;
  if (!isFields(choice) || choice['type'] !== 'allowed_tools') return body;
  const path = 'tool_choice.allowed_tools';
  const { allowed_tools: allowed } = choice;
  if (!isFields(allowed)) throw invalid(path, 'is required: an object with mode and tools');
  assertNoMore(choice, 'tool_choice', ['type', 'allowed_tools']);
  assertNoMore(allowed, path, ['mode', 'tools']);
  const { mode, tools: listed } = allowed;
  if (!MODES.includes(mode)) throw invalid(`${path}.mode`, 'must be "auto" or "required"');
  if (!Array.isArray(listed) || listed.length === 0) {
    throw invalid(`${path}.tools`, 'must be a list with one tool at least');
  }
  const offered: readonly unknown[] = Array.isArray(tools) ? tools : [];
  const known = new Set(offered.map(nameOf));
  const names = (listed as unknown[]).map((one, at) => {
    const name = nameOf(one);
    const param = `${path}.tools[${at}].function.name`;
    if (typeof name !== 'string') throw invalid(param, 'is required');
    assertNoMoreOfTool(one, `${path}.tools[${at}]`);
    if (known.has(name)) return name;
    const words = `names ${JSON.stringify(name)}, which is not among the tools`;
    throw new GatewayError('unsupported_parameter', `${param} ${words}.`, { param });
  });
  const kept = offered.filter((tool) => names.includes(String(nameOf(tool))));
  return { ...body, tools: kept, tool_choice: mode };
}

/** Refuses what would be gone with the choice, because its tools are all that is left of it. */
function assertNoMore(object: Fields, path: string, known: readonly string[]): void {
  const more = Object.keys(object).find(
    (name) => !known.includes(name) && object[name] !== null && object[name] !== undefined,
  );
  if (more !== undefined) throw unknownField(`${path}.${more}`, undefined);
}

function assertNoMoreOfTool(one: unknown, path: string): void {
  if (!isFields(one)) return;
  assertNoMore(one, path, ['type', 'function', 'custom']);
  for (const name of ['function', 'custom']) {
    const called = one[name];
    if (isFields(called)) assertNoMore(called, `${path}.${name}`, ['name']);
  }
}

/** The name of a function or of a custom tool in the shape of this route. */
function nameOf(tool: unknown): unknown {
  const called = isFields(tool) ? (tool['function'] ?? tool['custom']) : undefined;
  return isFields(called) ? called['name'] : undefined;
}

function invalid(param: string, words: string): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
