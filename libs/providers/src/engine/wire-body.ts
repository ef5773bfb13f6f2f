import { WireForm } from '../adapter/wire-form.ts';
import type { Picture } from '../adapter/wire-form.ts';
import type { OneOffRequest } from './one-off-request.ts';

/**
 * The bytes of a body: a form, or JSON. Files of a form are named after their parts, because names
 * that callers give them stay here.
 */
export async function wireBody(
  wanted: unknown,
): Promise<Pick<OneOffRequest, 'body' | 'contentType'>> {
  if (!(wanted instanceof WireForm)) return { body: JSON.stringify(wanted) };
  const form = new FormData();
  for (const { name, value } of wanted.fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, fileOf(value), fileName(name, value));
  }
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type') ?? '',
  };
}

function fileOf({ type, base64 }: Picture): Blob {
  return new Blob([Buffer.from(base64, 'base64')], { type });
}

function fileName(part: string, { type }: Picture): string {
  return `${part.replace('[]', '')}.${type.slice('image/'.length)}`;
}
