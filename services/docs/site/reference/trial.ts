import { escapeHtml } from '../html.ts';
import type { Description, Operation, Parameter, Schema } from './description.ts';
import { exampleBody, exampleOf } from './examples.ts';

const FORM = 'multipart/form-data';
/** Texts that need more than one line. */
const LONG_CHARACTERS = 10_000;

/**
 * Forms that send an operation as a real call: with a body of JSON, and as a form where the
 * operation takes one.
 */
export function renderTrial(description: Description, operation: Operation): string {
  const body = exampleBody(operation);
  const schema = operation.body[FORM]?.schema;
  const text =
    body === undefined
      ? ''
      : `<label>Body <small>JSON</small><textarea name="body" rows="8" spellcheck="false">${escapeHtml(JSON.stringify(body, null, 2))}</textarea></label>`;
  const whole = trialOf(operation, { title: 'Try it', fields: text, kind: 'json' });
  if (schema === undefined) return whole;
  const fields = formFields(description, { schema, body });
  return whole + trialOf(operation, { title: 'Try it as a form', fields, kind: 'form' });
}

interface Trial {
  title: string;
  fields: string;
  kind: 'json' | 'form';
}

function trialOf(operation: Operation, { title, fields, kind }: Trial): string {
  const { id, method, path, parameters, summary } = operation;
  const inputs = parameters.map(parameterField);
  return [
    `<details class="try"><summary>${title}</summary>`,
    `<form data-method="${method}" data-path="${escapeHtml(path)}" data-kind="${kind}" aria-label="${title}: ${escapeHtml(summary)}" id="try-${id}${kind === 'form' ? '-form' : ''}">`,
    inputs.length === 0 ? '' : `<div class="inputs">${inputs.join('')}</div>`,
    fields,
    '<button type="submit" class="strong">Send</button>',
    '<p class="told" role="status"></p><pre class="result" tabindex="0" hidden></pre></form></details>',
  ].join('');
}

function parameterField(parameter: Parameter): string {
  const { name, required = false } = parameter;
  const isFilled = required || parameter.in === 'path';
  const value = isFilled ? exampleOf(parameter).replace(/^<.*>$/u, '') : '';
  return inputOf({ name, location: parameter.in, note: parameter.in, value, isNeeded: isFilled });
}

interface Input {
  name: string;
  /** Where the value goes. */
  location: string;
  note: string;
  value: string;
  isNeeded: boolean;
}

function inputOf({ name, location, note, value, isNeeded }: Input): string {
  return `<label>${escapeHtml(name)} <small>${escapeHtml(note)}</small><input name="${escapeHtml(name)}" data-in="${location}" value="${escapeHtml(value)}"${isNeeded ? ' required' : ''} autocomplete="off" spellcheck="false"></label>`;
}

/**
 * A field for each part that the form may have; the needed ones are filled as in the example of the
 * body.
 */
function formFields(
  description: Description,
  { schema, body }: { schema: Schema; body: unknown },
): string {
  const { properties = {}, required = [] } = description.resolve(schema);
  const given = new Map(Object.entries((body ?? {}) as Record<string, unknown>));
  const fields = Object.entries(properties).map(([name, property]) => {
    const isNeeded = required.includes(name);
    const example = given.get(name);
    const value = isNeeded && typeof example === 'string' ? example : '';
    if (property.contentMediaType !== undefined) return fileOf(name);
    if ((property.maxLength ?? 0) >= LONG_CHARACTERS) return textOf({ name, value, isNeeded });
    return inputOf({ name, location: 'form', note: 'part', value, isNeeded });
  });
  return `<div class="inputs">${fields.join('')}</div><p class="small">Empty fields are not sent.</p>`;
}

function fileOf(name: string): string {
  return `<label>${escapeHtml(name)} <small>file</small><input type="file" name="${escapeHtml(name)}" data-in="form"></label>`;
}

function textOf({ name, value, isNeeded }: Pick<Input, 'name' | 'value' | 'isNeeded'>): string {
  return `<label>${escapeHtml(name)} <small>part</small><textarea name="${escapeHtml(name)}" data-in="form" rows="3"${isNeeded ? ' required' : ''}>${escapeHtml(value)}</textarea></label>`;
}
