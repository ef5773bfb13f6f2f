import type { UserModelOut } from '@tollgate/contract/user-models';
import { Failure } from '../shared/api/failure.ts';
import { fileTexts } from '../shared/texts/playground-files.ts';
import { texts } from '../shared/texts/users.ts';
import type { ChatBody } from './playground-call.ts';
import { readParameters } from './playground-parameters.tsx';
import { baseUrl } from './samples.ts';

const labels = texts.playground;
/**
 * Total size of all files of a request in bytes, before base64 makes them larger by a third; a
 * request may have 20 MiB.
 */
const FILES_BYTES_MAX = 14_680_064;

type Model = UserModelOut;

/** A tool that a reader may begin with. */
export const EXAMPLE_TOOLS = JSON.stringify(
  [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'The weather of a city',
        parameters: {
          type: 'object',
          properties: { city: { type: 'string' } },
          required: ['city'],
        },
      },
    },
  ],
  null,
  2,
);

/** Whether a model takes a parameter. */
export const takes = (model: Model, name: 'tools' | 'image_input' | 'document_input'): boolean =>
  model.request_contract.parameters[name]?.supported === true;

/** Reads a form as a request. @throws Failure naming the field that cannot be read */
export async function readBody(model: Model, form: FormData): Promise<ChatBody> {
  const system = textIn(form, 'system').trim();
  const tools = takes(model, 'tools') ? readTools(textIn(form, 'tools')) : [];
  const prompt = textIn(form, 'prompt');
  const files = await readFiles(model, form);
  const content = files.length === 0 ? prompt : [{ type: 'text', text: prompt }, ...files];
  return {
    model: model.model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      { role: 'user', content },
    ],
    ...(tools.length === 0 ? {} : { tools }),
    ...readParameters(model.request_contract, form),
  };
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

const refused = (message: string): Failure =>
  new Failure({ status: 422, code: 'validation', message, requestId: null });

/** One tool or several; a bare function is taken for a tool. */
function readTools(text: string): unknown[] {
  if (text.trim() === '') return [];
  const read = parse(text);
  return (Array.isArray(read) ? (read as unknown[]) : [read]).map((tool) => {
    if (typeof tool !== 'object' || tool === null) throw refused(labels.toolsFault);
    return 'name' in tool ? { type: 'function', function: tool } : tool;
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    throw refused(`${labels.tools}: ${reason}`);
  }
}

/** Pictures and documents that the model takes, as parts of the message. */
async function readFiles(model: Model, form: FormData): Promise<unknown[]> {
  const pictures = takes(model, 'image_input') ? filesIn(form, 'pictures') : [];
  const documents = takes(model, 'document_input') ? filesIn(form, 'documents') : [];
  const bytes = [...pictures, ...documents].reduce((sum, { size }) => sum + size, 0);
  if (bytes > FILES_BYTES_MAX) throw refused(fileTexts.tooLarge);
  return [
    ...(await Promise.all(pictures.map(pictureOf))),
    ...(await Promise.all(documents.map(documentOf))),
  ];
}

const filesIn = (form: FormData, name: string): File[] =>
  form.getAll(name).filter((one): one is File => one instanceof File && one.size > 0);

const pictureOf = async (file: File): Promise<unknown> => ({
  type: 'image_url',
  image_url: { url: await dataUrl(file) },
});

const documentOf = async (file: File): Promise<unknown> => ({
  type: 'file',
  file: { filename: file.name, file_data: await dataUrl(file) },
});

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(refused(fileTexts.unreadable(file.name))));
    reader.readAsDataURL(file);
  });
}

/** Files would be pages of letters. */
const shortened = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(data:[\w/]+;base64,).+$/su, '$1…') : value;

/** Whether a request goes as a form, since one of its fields is a file. */
export const hasFile = (body: Record<string, unknown>): boolean =>
  Object.values(body).some((value) => value instanceof File);

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const fieldOf = (value: unknown): string =>
  value instanceof File ? `@${value.name}` : String(value);

const jsonOf = (body: Record<string, unknown>): string[] => [
  "-H 'Content-Type: application/json'",
  `-d ${quoted(JSON.stringify(body, shortened, 2))}`,
];

const formOf = (body: Record<string, unknown>): string[] =>
  Object.entries(body).map(([name, value]) => `-F ${quoted(`${name}=${fieldOf(value)}`)}`);

/**
 * Writes the request as a curl command; quotes of the text end and begin the quotes of the shell.
 * @param path below `/v1`
 */
export const curlOf = (body: Record<string, unknown>, path = 'chat/completions'): string =>
  [
    `curl ${baseUrl()}/${path}`,
    `-H 'Authorization: Bearer ${texts.models.yourKey}'`,
    ...(hasFile(body) ? formOf(body) : jsonOf(body)),
  ].join(' \\\n  ');
