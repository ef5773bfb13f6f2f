import { Tiktoken } from 'js-tiktoken/lite';
import cl100k from 'js-tiktoken/ranks/cl100k_base';
import o200k from 'js-tiktoken/ranks/o200k_base';

const newer = new Tiktoken(o200k);
const older = new Tiktoken(cl100k);

/**
 * What the tokenizer of `gpt-4o` and later makes of a text; names of its own control tokens are
 * plain text.
 */
export function countedByGpt4o(text: string): number {
  return newer.encode(text, [], []).length;
}

/** What the dearer of two tokenizers makes of a text. */
export function countedIn(text: string): number {
  return Math.max(countedByGpt4o(text), older.encode(text, [], []).length);
}
