import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONTENT = join(import.meta.dirname, '../../services/docs/content');

/** What a sample is written in. */
export type SampleLanguage = 'sh' | 'ts' | 'python';

/** All samples of a page in one language: they build on each other, so they make one program. */
export interface Sample {
  page: string;
  language: SampleLanguage;
  /**
   * `run` needs what this repository installs; `client` is tried by `make test-clients`, with the
   * client as its users install it.
   */
  mark: 'run' | 'client';
  program: string;
  /** Texts that the program has to print, in this order. */
  prints: string[];
}

const FENCE = /^```(\w+) (run|client|output)\n([\s\S]*?)^```$/gm;

/**
 * Every sample of the documentation that is marked `run` or `client`, with what the `output` behind
 * it promises.
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
      const of = { language: word as SampleLanguage, mark: mark as Sample['mark'] };
      const name = `${word} ${mark}`;
      last = samples.get(name) ?? { page, ...of, program: '', prints: [] };
      last.program += `${text}\n`;
      samples.set(name, last);
    }
    assertPromised();
    return [...samples.values()];
  });
}
