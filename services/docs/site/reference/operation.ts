import { renderCode, renderTabs } from '../code.ts';
import { escapeHtml } from '../html.ts';
import type { Answer, Description, Operation } from './description.ts';
import { codesOf, examplesOf, sampleCall, samples } from './examples.ts';
import { fieldTable, inline, parameterTable } from './fields.ts';
import { renderTrial } from './trial.ts';

const SCHEMES: Readonly<Record<string, string>> = {
  apiKey: 'an API key',
  apiKeyHeader: 'an API key in x-api-key',
  userToken: 'the access token of a user',
  userCookie: 'the session of a user in a browser',
  sessionCookie: 'the rotating session of a browser',
  platformToken: 'the access token of an administrator',
  platformCookie: 'the session of an administrator in a browser',
};

/** One operation: what it does, how it is called, what it answers, and a form to try it. */
export function renderOperation(description: Description, operation: Operation): string {
  const { id, method, path, summary, schemes } = operation;
  const who = schemes.map((scheme) => SCHEMES[scheme] ?? scheme).join(', or ');
  return [
    `<section class="operation" id="${id}">`,
    `<h2>${escapeHtml(summary)} <a class="anchor" href="#${id}" aria-label="Link to this operation"><span aria-hidden="true">#</span></a></h2>`,
    `<p class="address">${methodMark(method)} <code>${escapeHtml(path)}</code></p>`,
    ...paragraphs(operation.description),
    `<p class="small">${who === '' ? 'Needs no key.' : `Needs ${escapeHtml(who)}.`}</p>`,
    tabsOf(operation),
    detailsOf('Parameters', parameterTable(description, operation.parameters)),
    ...Object.entries(operation.body).map(([type, { schema }]) =>
      detailsOf(`Body, ${type}`, fieldTable(description, schema)),
    ),
    '<h3>Answers</h3>',
    ...operation.answers.map((answer) => renderAnswer(description, answer)),
    renderTrial(description, operation),
    '</section>',
  ].join('\n');
}

/** The method of an operation, marked by a colour. */
export function methodMark(method: string): string {
  return `<span class="method ${method}">${method.toUpperCase()}</span>`;
}

function paragraphs(text: string): string[] {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((one) => `<p>${inline(one)}</p>`);
}

function tabsOf(operation: Operation): string {
  const panels = samples(sampleCall(operation)).map(({ language, text }) => ({
    language,
    html: renderCode({ language, text }),
  }));
  return renderTabs(`sample-${operation.id}`, panels);
}

function detailsOf(title: string, html: string): string {
  return html === '' ? '' : `<details><summary>${escapeHtml(title)}</summary>${html}</details>`;
}

function renderAnswer(description: Description, given: Answer & { status: string }): string {
  const answer = { ...description.resolve(given), status: given.status };
  const isFault = Number(answer.status) >= 400;
  const examples = examplesOf(description, answer);
  const codes = isFault ? codesOf(answer) : [];
  const text =
    codes.length === 0
      ? ''
      : `<p>${codes.map((code) => `<a href="/docs/errors#${code}"><code>${code}</code></a>`).join(', ')}</p>`;
  const types = Object.keys(answer.content ?? {});
  const unreported = types.filter((type) => !examples.some((example) => example.type === type));
  const parts = [
    text,
    ...examples.map((example) => renderCode({ ...example, title: example.type })),
    ...unreported.map((type) => `<p>A file of the type <code>${escapeHtml(type)}</code>.</p>`),
    types.length === 0 ? '<p>Without a body.</p>' : '',
    isFault ? '' : types.map((type) => fieldsOf(description, answer, type)).join(''),
  ];
  const opening = isFault ? '' : ' open';
  const word = codes.length > 0 ? codes.join(', ') : answer.description;
  return `<details class="answer"${opening}><summary><span class="status${isFault ? ' fault' : ''}">${answer.status}</span> ${inline(word)}</summary>${parts.join('')}</details>`;
}

function fieldsOf(description: Description, answer: Answer, type: string): string {
  const html = fieldTable(description, answer.content?.[type]?.schema);
  return detailsOf(`Fields of ${type}`, html);
}
