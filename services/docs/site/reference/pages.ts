import type { Framed } from '../frame.ts';
import { escapeHtml } from '../html.ts';
import type { Chapter, Description } from './description.ts';
import { methodMark, renderOperation } from './operation.ts';

const ADDRESS = '/api/docs';

/** The first page of the reference: what holds for every call, and the list of all operations. */
export function referenceStart(description: Description): Framed {
  const lists = description.chapters.map(({ name, title, operations }) => {
    const rows = operations.map(
      ({ id, method, path, summary }) =>
        `<li><a href="${ADDRESS}/${name}#${id}">${methodMark(method)} <code>${escapeHtml(path)}</code></a> ${escapeHtml(summary)}</li>`,
    );
    return `<h2 id="${name}"><a href="${ADDRESS}/${name}">${escapeHtml(title)}</a></h2><ul class="operations">${rows.join('')}</ul>`;
  });
  return {
    title: 'API reference',
    description: 'Every route with its fields and an example of each answer, to be tried out.',
    area: 'reference',
    menu: menu(description),
    body: [
      '<p class="tools"><a href="/api/openapi.json">OpenAPI 3.1</a></p>',
      '<h1>API reference</h1>',
      '<p>Every route of this listener with its fields, an example of each answer, and a form that sends a real call.</p>',
      '<p>Programs call <code>/v1</code> with <code>Authorization: Bearer</code> and a key of this installation; <a href="/docs/keys">keys</a> says which there are. Users and administrators send the access token of their login in the same place. Errors have one shape: <a href="/docs/errors">errors</a> lists every code.</p>',
      ...lists,
    ].join('\n'),
  };
}

/** A page with all operations of a chapter. */
export function chapterPage(description: Description, chapter: Chapter): Framed {
  const { title, operations } = chapter;
  const needsKey = operations.some(({ schemes }) => schemes.length > 0);
  const items = operations.map(
    ({ id, summary }) => `<li><a href="#${id}">${escapeHtml(summary)}</a></li>`,
  );
  return {
    title: `${title} · API reference`,
    description: operations.map(({ summary }) => summary).join('. '),
    area: 'reference',
    menu: menu(description, chapter),
    aside: `<nav aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`,
    body: [
      `<h1>${escapeHtml(title)}</h1>`,
      needsKey ? KEY : '',
      ...operations.map((operation) => renderOperation(description, operation)),
    ].join('\n'),
  };
}

const KEY = [
  '<div class="key"><label for="key">Your key or access token, for “Try it”</label>',
  '<input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-note">',
  '<p class="small" id="key-note">It stays in the memory of this page and is gone when you leave it. Calls are real: a live key spends credit. Without a key the session of the console is used, if you have signed in there.</p></div>',
].join('');

function menu({ chapters }: Description, current?: Chapter): string {
  const items = chapters.map((chapter) => {
    const mark = chapter === current ? ' aria-current="page"' : '';
    return `<li><a href="${ADDRESS}/${chapter.name}"${mark}>${escapeHtml(chapter.title)}</a></li>`;
  });
  const start = current === undefined ? ' aria-current="page"' : '';
  return `<ul><li><a href="${ADDRESS}"${start}>All routes</a></li></ul><h2>Routes</h2><ul>${items.join('')}</ul>`;
}
