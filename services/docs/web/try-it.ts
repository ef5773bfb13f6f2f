/** An answer that is longer is cut: a page cannot show it. */
const SHOWN_CHARACTERS_MAX = 100_000;

/**
 * Sends the forms of the reference as calls. The key is read from its field each time and kept
 * nowhere.
 */
export function startTrying(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('.try form')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send(form);
    });
  }
}

async function send(form: HTMLFormElement): Promise<void> {
  const reported = form.querySelector<HTMLElement>('.told');
  const pre = form.querySelector<HTMLElement>('.result');
  const button = form.querySelector('button');
  if (reported === null || pre === null || button === null) return;
  button.disabled = true;
  reported.textContent = 'Sent …';
  const begun = performance.now();
  try {
    const answer = await fetch(addressOf(form), requestOf(form));
    await show(pre, answer);
    reported.textContent = headOf(answer, Math.round(performance.now() - begun));
  } catch (error) {
    reported.textContent = `The answer broke off, or there was none: ${String(error)}`;
  } finally {
    button.disabled = false;
  }
}

/** The heading of an answer, also for those who do not see the page. */
function headOf(answer: Response, ms: number): string {
  const id = answer.headers.get('x-request-id');
  const named = id === null ? '' : `, request ${id}`;
  return `${answer.status} ${answer.statusText} after ${ms} ms${named}`;
}

function valuesIn(form: HTMLFormElement, location: string): [string, string][] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[data-in=${location}]`)]
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => [name, value]);
}

function addressOf(form: HTMLFormElement): string {
  const filled = valuesIn(form, 'path').reduce((path, [name, value]) => {
    // Ids of models have a slash, which stays one.
    const text = value.split('/').map(encodeURIComponent).join('/');
    return path.replace(`{${name}}`, () => text);
  }, form.dataset['path'] ?? '/');
  const query = new URLSearchParams(valuesIn(form, 'query')).toString();
  return query === '' ? filled : `${filled}?${query}`;
}

function requestOf(form: HTMLFormElement): RequestInit {
  const key = document.querySelector<HTMLInputElement>('#key')?.value.trim() ?? '';
  const body =
    form.dataset['kind'] === 'form' ? partsIn(form) : form.querySelector('textarea')?.value;
  const headers = new Headers(valuesIn(form, 'header'));
  if (key !== '') headers.set('authorization', `Bearer ${key}`);
  // The browser itself names the type of a form, with the boundary between its parts.
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  return {
    method: (form.dataset['method'] ?? 'get').toUpperCase(),
    headers,
    // A session is not mixed with a key.
    credentials: key === '' ? 'same-origin' : 'omit',
    ...(body === undefined ? {} : { body }),
  };
}

/** The parts of a form: what was typed, and files that were chosen. */
function partsIn(form: HTMLFormElement): FormData {
  const parts = new FormData();
  const fields = form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-in=form]');
  for (const field of fields) {
    const file = 'files' in field ? field.files?.[0] : undefined;
    if (file !== undefined) parts.append(field.name, file);
    else if (field.value !== '') parts.append(field.name, field.value);
  }
  return parts;
}

async function show(pre: HTMLElement, answer: Response): Promise<void> {
  const type = answer.headers.get('content-type') ?? '';
  pre.textContent = '';
  pre.hidden = false;
  if (/json|text|event-stream/u.test(type)) {
    await readInto(pre, answer);
    if (type.includes('json')) pre.textContent = indented(pre.textContent);
    return;
  }
  const file = await answer.blob();
  pre.textContent = file.size === 0 ? 'No body.' : `${file.size} bytes of ${type}. `;
  if (file.size > 0) pre.append(linkTo(file, answer));
}

/** A file to be saved under the name that its answer gives it. */
function linkTo(file: Blob, answer: Response): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  const named = /filename="([^"]+)"/u.exec(answer.headers.get('content-disposition') ?? '');
  link.download = named?.[1] ?? 'file';
  link.textContent = `Save ${link.download}`;
  return link;
}

/** Shows a stream as it comes. */
async function readInto(pre: HTMLElement, answer: Response): Promise<void> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return;
    text += value ?? '';
    pre.textContent =
      text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}\n…` : text;
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
