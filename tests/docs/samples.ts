import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONTENT = join(import.meta.dirname, '../../services/docs/content');

/** What a sample is written in. */
export type SampleLanguage = 'sh' | 'ts' | 'python';

/** All samples of a page in one language: they build on each other, so they make one program. */
export interface Sample {
  page: string;
  language: SampleLanguage;
  program: string;
  /** Texts that the program has to print, in this order. */
  prints: string[];
}

const FENCE = /^```(\w+) (run|output)\n([\s\S]*?)^```$/gm;

/**
 * Every sample of the documentation that is marked `run`, with what the `output` behind it promises.
 * @throws Error for a sample that promises nothing, and for output of nothing
 */
export function readSamples(): Sample[] {
  return readdirSync(CONTENT).flatMap((file) => {
    const page = file.replace(/\.md$/, '');
    const samples = new Map<string, Sample>();
    let last: Sample | undefined;
    let isOpen = false;
    const assertPromised = (): void => {
      if (isOpen) throw new Error(`${file}: a sample promises nothing: ${last?.program}`);
    };
    for (const [, word = '', mark, text = ''] of readFileSync(join(CONTENT, file), 'utf8').matchAll(
      FENCE,
    )) {
      if (mark === 'output') {
        if (last === undefined) throw new Error(`${file} promises output of nothing`);
        isOpen = false;
        last.prints.push(...text.trimEnd().split('\n'));
        continue;
      }
      assertPromised();
      isOpen = true;
      const language = word as SampleLanguage;
      last = samples.get(word) ?? { page, language, program: '', prints: [] };
      last.program += `${text}\n`;
      samples.set(word, last);
    }
    assertPromised();
    return [...samples.values()];
  });
}
