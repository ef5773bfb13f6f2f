import {
  KNOWN_BLOCKS,
  MessagesTool,
  OutputConfig,
  THINKING_MEMBERS,
} from '@tollgate/contract/messages';
import type { CountTokensRequest } from '@tollgate/contract/messages';

type Fields = Readonly<Record<string, unknown>>;
type Blocks = (typeof KNOWN_BLOCKS)[keyof typeof KNOWN_BLOCKS];

/** Something that a provider of this shape may know and no other model has a place for. */
export interface Beyond {
  /** Its place, such as `messages[2].content[0].type` or `tools[1].defer_loading`. */
  param: string;
  value: unknown;
}

/** A request in two parts. */
export interface Apart {
  /** The request without what is beyond: every place is where it was, a block that is beyond is an empty text. The same object where nothing is. */
  plain: Fields;
  beyond: Beyond[];
}

const EMPTY = { type: 'text', text: '' };
const BY_ROLE: ReadonlyMap<unknown, Blocks> = new Map<unknown, Blocks>([
  ['user', KNOWN_BLOCKS.user],
  ['assistant', KNOWN_BLOCKS.assistant],
  ['system', KNOWN_BLOCKS.system],
]);
const MEMBERS_OF_TOOL = Object.keys(MessagesTool.properties);
const MEMBERS_OF_OUTPUT = Object.keys(OutputConfig.properties);

/** Sets the kinds of blocks, and the members of blocks, tools and settings apart that only a provider of this shape may know. Nothing about the body is certain. */
export function setApart(body: Fields): Apart {
  const beyond: Beyond[] = [];
  const plain = replaced(body, {
    messages: mapped(body['messages'], (turn, at) => turnOf(turn, `messages[${at}]`, beyond)),
    system: blocksOf(body['system'], { place: 'system', known: KNOWN_BLOCKS.system, beyond }),
    tools: mapped(body['tools'], (tool, at) =>
      membersOf(tool, MEMBERS_OF_TOOL, { place: `tools[${at}]`, beyond }),
    ),
    output_config: membersOf(body['output_config'], MEMBERS_OF_OUTPUT, {
      place: 'output_config',
      beyond,
    }),
    thinking: membersOf(body['thinking'], THINKING_MEMBERS, { place: 'thinking', beyond }),
  });
  return { plain, beyond };
}

function turnOf(turn: unknown, place: string, beyond: Beyond[]): unknown {
  const known = isFields(turn) ? BY_ROLE.get(turn['role']) : undefined;
  if (!isFields(turn) || known === undefined) return turn;
  const content = blocksOf(turn['content'], { place: `${place}.content`, known, beyond });
  return replaced(turn, { content });
}

interface Standing {
  place: string;
  beyond: Beyond[];
}

function blocksOf(
  blocks: unknown,
  { place, known, beyond }: Standing & { known: Blocks },
): unknown {
  return mapped(blocks, (block, at) => {
    const here = `${place}[${at}]`;
    if (!isFields(block) || typeof block['type'] !== 'string') return block;
    const schema = Object.hasOwn(known, block['type']) ? known[block['type']] : undefined;
    if (schema === undefined) {
      beyond.push({ param: `${here}.type`, value: block });
      return EMPTY;
    }
    const plain = membersOf(block, Object.keys(schema.properties), { place: here, beyond });
    if (block['type'] !== 'tool_result' || !isFields(plain)) return plain;
    const within = { place: `${here}.content`, known: KNOWN_BLOCKS.tool_result, beyond };
    return replaced(plain, { content: blocksOf(plain['content'], within) });
  });
}

/** The object with these members only; null says nothing. */
function membersOf(
  value: unknown,
  members: readonly string[],
  { place, beyond }: Standing,
): unknown {
  if (!isFields(value)) return value;
  const others = Object.keys(value).filter((name) => !members.includes(name));
  if (others.length === 0) return value;
  for (const name of others) {
    if (value[name] !== null) beyond.push({ param: `${place}.${name}`, value: value[name] });
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => members.includes(name)));
}

/** A list with each item mapped; the same list where no item changes. */
function mapped(list: unknown, map: (item: unknown, at: number) => unknown): unknown {
  if (!Array.isArray(list)) return list;
  const items: unknown[] = list;
  const made = items.map(map);
  return made.some((item, at) => item !== items[at]) ? made : list;
}

function replaced(whole: Fields, members: Fields): Fields {
  const changed = Object.entries(members).filter(([name, value]) => value !== whole[name]);
  return changed.length === 0 ? whole : { ...whole, ...Object.fromEntries(changed) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is beyond as text, for the bound of a prompt. */
export function textOfBeyond(beyond: readonly Beyond[]): string {
  return beyond.map(({ value }) => JSON.stringify(value)).join(' ');
}

/** A request to `/v1/messages` in the form that every model has, with what only a provider of this shape may know. */
export interface ParsedMessages<Request extends CountTokensRequest> {
  asked: Request;
  /** As it came. */
  body: Fields;
  beyond: readonly Beyond[];
}
