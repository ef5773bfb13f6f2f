import { createRandom } from '../support/random.ts';
import { judge, statusFor } from './judge.ts';
import { mutated } from './mutate.ts';
import type { Form, Sample } from './replies.ts';

/** An input that something was wrong with, enough to have it again. */
export interface Finding {
  /** The seed of this one input. */
  seed: number;
  family: string;
  form: Form;
  hole: string;
  /** The input itself, in base64. */
  input: string;
}

/** What became of many inputs. */
export interface MapperRun {
  inputs: number;
  /** How many by outcome. */
  outcomes: Record<string, number>;
  /** One of each kind of hole. */
  findings: Finding[];
  slowestMs: number;
}

const FINDINGS_MAX = 40;
const FORMS: readonly Form[] = ['stream', 'whole', 'error', 'embeddings', 'listing'];

/** Has so many changed replies read. The same seed and the same samples give the same inputs. */
export function fuzzMappers(
  samples: readonly Sample[],
  options: { seed: number; inputs: number; onInput?: (n: number) => void },
): MapperRun {
  const run: MapperRun = { inputs: 0, outcomes: {}, findings: [], slowestMs: 0 };
  const known = new Set<string>();
  for (let n = 0; n < options.inputs; n += 1) {
    const seed = (options.seed + n) >>> 0;
    const { sample, bytes } = inputOf(samples, seed);
    const startedMs = performance.now();
    const { outcome, hole } = judge(sample, bytes, statusFor(seed));
    run.slowestMs = Math.max(run.slowestMs, performance.now() - startedMs);
    run.inputs += 1;
    const name = `${sample.form}: ${outcome}`;
    run.outcomes[name] = (run.outcomes[name] ?? 0) + 1;
    if (hole !== undefined && run.findings.length < FINDINGS_MAX) {
      const { id: family } = sample.family;
      const kind = `${family} ${sample.form} ${hole.replaceAll(/\d+/gu, '#').slice(0, 100)}`;
      if (!known.has(kind)) {
        known.add(kind);
        run.findings.push({
          seed,
          family,
          form: sample.form,
          hole,
          input: bytes.toString('base64'),
        });
      }
    }
    options.onInput?.(n + 1);
  }
  return run;
}

/** The input of one seed: a reply, changed, at times read as if it were another kind of reply. */
export function inputOf(
  samples: readonly Sample[],
  seed: number,
): { sample: Sample; bytes: Buffer } {
  const random = createRandom(seed);
  const taken = random.pick(samples);
  const other = random.pick(samples);
  const form = random.chance(0.1) ? random.pick(FORMS) : taken.form;
  const family = random.chance(0.03) ? other.family : taken.family;
  const lines = taken.lines && form === 'stream';
  return {
    sample: { ...taken, form, family, lines },
    bytes: mutated(taken.bytes, random, other.bytes),
  };
}
