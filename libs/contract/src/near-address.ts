/**
 * Addresses of inference by the endings of similar addresses, of other services or mistyped; the
 * first that fits is suggested.
 */
const ADDRESSES: readonly (readonly [ending: RegExp, address: string])[] = [
  [/\/chat$|\/chat\/completions?$|\/completions?$/, '/v1/chat/completions'],
  [/\/messages\/count_?tokens?$/, '/v1/messages/count_tokens'],
  [/\/messages?$/, '/v1/messages'],
  [/\/responses?$/, '/v1/responses'],
  [/\/embeddings?$|\/embed$/, '/v1/embeddings'],
  [/\/models?$/, '/v1/models'],
  [/\/vector[_-]stores?(?:\/.*)?$/, '/v1/vector_stores'],
  [/\/files?$/, '/v1/files'],
  [/\/batch(?:es)?$/, '/v1/batches'],
  [/\/rerank$/, '/v1/rerank'],
  [/\/moderations?$/, '/v1/moderations'],
  [/\/images?\/edits?$/, '/v1/images/edits'],
  [/\/images?(?:\/generations?)?$/, '/v1/images/generations'],
  [/\/speech$/, '/v1/audio/speech'],
  [/\/transcriptions?$/, '/v1/audio/transcriptions'],
  [/\/translations?$/, '/v1/audio/translations'],
  [/\/videos?$|\/videos?\/generations$/, '/v1/videos'],
];
/** Addresses of other planes, which have their own names for some of it. */
const ELSEWHERE = /^\/api(?!\/v\d)/;

/**
 * The advice about an address that does not exist.
 * @param path without its query; the advice repeats no part of it
 */
export function nothingAt(path: string): string {
  const address = ELSEWHERE.test(path.toLowerCase()) ? undefined : nearAddress(path);
  return address === undefined
    ? 'There is nothing at this address.'
    : `There is nothing at this address. Did you mean ${address}?`;
}

function nearAddress(path: string): string | undefined {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  const found = ADDRESSES.find(([ending]) => ending.test(plain))?.[1];
  return found === path ? undefined : found;
}
