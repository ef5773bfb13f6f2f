import type { PlatformModelOut } from '@tollgate/contract/platform/models';
import type { Model, PriceTable } from '../document.ts';

/** A limit at fault. */
interface LimitFault {
  name: string;
  words: string;
}

/** The facts of a model beside the limits in the document. */
interface Facts {
  known: PlatformModelOut | undefined;
  pricedFor: PriceTable['prices'];
  /** Whether administrators choose the prefix: such a family knows no model by itself. */
  isPrefixChosen: boolean;
}

/** Checks what the platform would refuse of the limits of a model that is to be approved. */
export function limitFaults({ limits = {} }: Model, facts: Facts): LimitFault[] {
  const given = { ...facts.known?.limits, ...limits };
  const missing = neededLimits(facts).filter((name) => given[name] === undefined);
  if (missing.length > 0) return missing.map((name) => ({ name, words: wordsFor(facts) }));
  const { context_tokens: context, output_tokens: output } = given;
  const isTooLong = context !== undefined && output !== undefined && output > context;
  return isTooLong ? [{ name: 'output_tokens', words: 'is larger than context_tokens' }] : [];
}

type LimitName = keyof NonNullable<Model['limits']>;

/**
 * A model that nobody has listed yet is read when the apply has begun: its provider may not say
 * the limits, so that the document has to.
 */
function neededLimits({ known, pricedFor, isPrefixChosen }: Facts): LimitName[] {
  if (known !== undefined) return known.missing_limits as LimitName[];
  if (!isPrefixChosen) return [];
  return pricedFor.output === undefined ? ['context_tokens'] : ['context_tokens', 'output_tokens'];
}

function wordsFor({ known }: Facts): string {
  return known === undefined
    ? 'is required for a model that is not listed yet, because its provider may not say it'
    : 'is required, because the provider does not say it';
}
