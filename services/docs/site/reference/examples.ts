import type { Answer, Description, Media, Operation, Parameter } from './description.ts';

/** What documents call an installation; a page in a browser puts its own address there. */
const BASE = 'https://tollgate.example.com';
const JSON_TYPE = 'application/json';

/** What samples call the secrets of the schemes. */
const SECRETS: readonly (readonly [string, string])[] = [
  ['apiKey', 'TOLLGATE_API_KEY'],
  ['userToken', 'TOLLGATE_USER_TOKEN'],
  ['platformToken', 'TOLLGATE_ADMIN_TOKEN'],
];

/** An example of an answer, in the type that it has. */
export interface Example {
  type: string;
  language: 'json' | 'text';
  text: string;
}

/**
 * What an operation is called with: the address with its parameters, and a body where there is one.
 */
export interface SampleCall {
  method: string;
  address: string;
  /** The variable that holds what the caller shows; undefined where nothing is shown. */
  secret: string | undefined;
  body: unknown;
}

/** The body that the description has as an example. */
export function exampleBody({ body }: Operation): unknown {
  return body[JSON_TYPE]?.example;
}

/** An example for a parameter. */
export function exampleOf({ schema, name }: Parameter): string {
  const value = schema?.examples?.[0] ?? schema?.default ?? schema?.enum?.[0] ?? `<${name}>`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The call of an operation with the least that it needs. */
export function sampleCall(operation: Operation): SampleCall {
  const { method, path, parameters, schemes } = operation;
  const needed = parameters.filter((one) => one.in === 'query' && one.required === true);
  const query = needed.map((one) => `${one.name}=${encodeURIComponent(exampleOf(one))}`);
  const filled = path.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => {
    const parameter = parameters.find((one) => one.name === name && one.in === 'path');
    return parameter === undefined ? `<${name}>` : exampleOf(parameter);
  });
  return {
    method: method.toUpperCase(),
    address: `${BASE}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    secret: SECRETS.find(([scheme]) => schemes.includes(scheme))?.[1],
    body: exampleBody(operation),
  };
}

/** The call in each language. */
export function samples(call: SampleCall): { language: string; text: string }[] {
  return [
    { language: 'sh', text: curl(call) },
    { language: 'python', text: python(call) },
    { language: 'ts', text: typescript(call) },
  ];
}

function curl({ method, address, secret, body }: SampleCall): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`];
  if (secret !== undefined) lines.push(`  -H "Authorization: Bearer $${secret}"`);
  if (body !== undefined) {
    lines.push("  -H 'Content-Type: application/json'");
    lines.push(`  -d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`);
  }
  return lines.join(' \\\n');
}

function python({ method, address, secret, body }: SampleCall): string {
  const lines = ['import os', 'import requests', '', 'answer = requests.request('];
  lines.push(`    "${method}",`, `    "${address}",`);
  if (secret !== undefined) {
    lines.push(`    headers={"Authorization": f"Bearer {os.environ['${secret}']}"},`);
  } else {
    lines.shift();
  }
  if (body !== undefined) lines.push(`    json=${pythonValue(body, 4)},`);
  return [...lines, ')', 'print(answer.status_code, answer.text)'].join('\n');
}

/** A JSON value as Python writes it. */
function pythonValue(value: unknown, indent: number): string {
  const inner = ' '.repeat(indent + 4);
  const close = ' '.repeat(indent);
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    const items = value.map((one) => `${inner}${pythonValue(one, indent + 4)},\n`);
    return `[\n${items.join('')}${close}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const items = Object.entries(value).map(
      ([name, one]) => `${inner}${JSON.stringify(name)}: ${pythonValue(one, indent + 4)},\n`,
    );
    return items.length === 0 ? '{}' : `{\n${items.join('')}${close}}`;
  }
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

function typescript({ method, address, secret, body }: SampleCall): string {
  const headers = [
    ...(secret === undefined ? [] : [`    authorization: \`Bearer \${process.env.${secret}}\`,`]),
    ...(body === undefined ? [] : ["    'content-type': 'application/json',"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`]),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const answer = await fetch('${address}'${given});\nconsole.log(answer.status, await answer.text());`;
}

/** One example for each type of an answer; where many codes share a status, that of the first. */
export function examplesOf(description: Description, answer: Answer): Example[] {
  return Object.entries(answer.content ?? {}).flatMap(([type, media]) => {
    const value = valueOf(description, media);
    if (value === undefined) return [];
    const isJson = type.endsWith('json');
    const text = typeof value === 'string' && !isJson ? value : JSON.stringify(value, null, 2);
    return [{ type, language: isJson ? ('json' as const) : ('text' as const), text }];
  });
}

function valueOf(description: Description, { example, examples }: Media): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  return first === undefined ? undefined : description.resolve(first).value;
}

/** The codes of errors that an answer may have. */
export function codesOf(answer: Answer): string[] {
  const names = Object.values(answer.content ?? {}).flatMap(({ examples }) =>
    Object.keys(examples ?? {}),
  );
  return [...new Set(names.map((name) => name.replace(/^messages_/u, '')))];
}
