import { invoices } from '../shared/texts/invoices.ts';

/** A name of a report, and the model that it means. */
export interface ExplainedName {
  reported: string;
  model: string;
}

/**
 * Reads lines such as `Claude4.6Sonnet = bedrock/anthropic.claude-sonnet-4-6`; empty ones say
 * nothing. Models have no `=` in their names, names of reports may.
 * @throws Error that names the line
 */
export function explainedNames(text: string): ExplainedName[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const at = line.lastIndexOf('=');
    const reported = line.slice(0, Math.max(0, at)).trim();
    const model = line.slice(at + 1).trim();
    if (reported === '' || model === '') throw new Error(invoices.noName(index + 1));
    return [{ reported, model }];
  });
}

/** Basis points of a text in percent, such as 50 for `0.5`. */
export const basisPoints = (percent: string): number => Math.round(Number(percent) * 100);
