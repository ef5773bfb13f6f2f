import { escapeHtml } from '../html.ts';
import type { Description, Parameter, Schema } from './description.ts';

/** Fields below this depth are left to the example. */
const DEPTH_MAX = 3;
/** A table that is longer is cut, and says so. */
const ROWS_MAX = 90;

interface Row {
  name: string;
  type: string;
  isRequired: boolean;
  text: string;
}

/** The fields of a schema as a table; '' when it has none. */
export function fieldTable(description: Description, schema: Schema | undefined): string {
  if (schema === undefined) return '';
  const rows = rowsOf(description, { schema, prefix: '', depth: 0 });
  if (rows.length === 0) return '';
  const cut = rows.length > ROWS_MAX ? '<p>Further fields are in the example.</p>' : '';
  return table(['Field', 'Type', 'Meaning'], rows.slice(0, ROWS_MAX)) + cut;
}

/** The parameters of an operation as a table. */
export function parameterTable(description: Description, parameters: readonly Parameter[]): string {
  const rows = parameters.map((parameter) => ({
    name: parameter.name,
    type: `${parameter.in}, ${typeOf(description, parameter.schema ?? {})}`,
    isRequired: parameter.required === true,
    text: [parameter.description, boundsOf(parameter.schema ?? {})].filter(Boolean).join(' '),
  }));
  return rows.length === 0 ? '' : table(['Parameter', 'Where', 'Meaning'], rows);
}

function table(heads: readonly string[], rows: readonly Row[]): string {
  const body = rows.map(({ name, type, isRequired, text }) => {
    const required = isRequired ? ' <span class="required">required</span>' : '';
    return `<tr><td><code>${escapeHtml(name)}</code>${required}</td><td>${escapeHtml(type)}</td><td>${inline(text)}</td></tr>`;
  });
  const head = heads.map((word) => `<th scope="col">${word}</th>`).join('');
  return `<div class="scroll" tabindex="0"><table class="fields"><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
}

/** The little Markdown that descriptions have. */
export function inline(text: string): string {
  return escapeHtml(text)
    .replaceAll(/`([^`]+)`/gu, '<code>$1</code>')
    .replaceAll(/(?<=^|\s)(\/docs\/[a-z0-9-]+)/gu, '<a href="$1">$1</a>');
}

function rowsOf(
  description: Description,
  at: { schema: Schema; prefix: string; depth: number },
): Row[] {
  const { properties, items, required = [] } = solid(description, at.schema);
  if (items !== undefined) {
    return rowsOf(description, { ...at, schema: items, prefix: `${at.prefix}[]` });
  }
  return Object.entries(properties ?? {}).flatMap(([name, given]) => {
    const schema = solid(description, given);
    const path = at.prefix === '' ? name : `${at.prefix}.${name}`;
    const row = {
      name: path,
      type: typeOf(description, given),
      isRequired: required.includes(name),
      text: [given.description ?? schema.description, boundsOf(schema)].filter(Boolean).join(' '),
    };
    if (at.depth + 1 >= DEPTH_MAX) return [row];
    return [row, ...rowsOf(description, { schema: given, prefix: path, depth: at.depth + 1 })];
  });
}

/** A schema without its reference, and without the null that it may be. */
function solid(description: Description, given: Schema): Schema {
  const schema = description.resolve(given);
  const choices = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  const [only] = choices;
  return choices.length === 1 && only !== undefined ? solid(description, only) : schema;
}

function typeOf(description: Description, given: Schema): string {
  const schema = description.resolve(given);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return [...new Set(choices.map((one) => typeOf(description, one)))].join(' or ');
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' or ');
  if (schema.type === 'array') return `list of ${typeOf(description, schema.items ?? {})}`;
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type !== undefined) {
    return schema.format === undefined ? schema.type : `${schema.type} (${schema.format})`;
  }
  return schema.properties === undefined ? 'anything' : 'object';
}

function boundsOf(schema: Schema): string {
  const between = (low: number | undefined, high: number | undefined, unit: string): string => {
    const [from, to] = [low, high].map((bound) => bound?.toLocaleString('en'));
    if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}.`;
    if (to !== undefined) return `At most ${to}${unit}.`;
    return from === undefined || low === 0 ? '' : `At least ${from}${unit}.`;
  };
  const reported = [
    between(schema.minimum, schema.maximum, ''),
    between(schema.minLength, schema.maxLength, ' characters'),
    between(schema.minItems, schema.maxItems, ' entries'),
    schema.default === undefined ? '' : `Default \`${JSON.stringify(schema.default)}\`.`,
  ];
  return reported.filter(Boolean).join(' ');
}
