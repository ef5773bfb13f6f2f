import leven from 'leven';

/**
 * The shortest name that is taken for a mistyped one, in characters: shorter names are near to
 * everything.
 */
const CHARACTERS_MIN = 5;
/** The longest, so that the comparison stays cheap whatever a caller sends. */
const CHARACTERS_MAX = 64;
/** One character in so many may be wrong. */
const CHARACTERS_EACH = 3;

/**
 * The known name that a mistyped one is nearest to; undefined where none is near. Hyphens,
 * underscores and capitals make no difference, so that `maxTokens` is near to `max_tokens`.
 */
export function nearName(name: string, known: readonly string[]): string | undefined {
  if (name.length > CHARACTERS_MAX) return undefined;
  const plain = plainOf(name);
  if (plain.length < CHARACTERS_MIN) return undefined;
  const [nearest] = known
    .map((one) => ({ one, distance: leven(plain, plainOf(one)) }))
    .toSorted((left, right) => left.distance - right.distance);
  const most = Math.floor(plain.length / CHARACTERS_EACH);
  return nearest !== undefined && nearest.distance <= most ? nearest.one : undefined;
}

const plainOf = (name: string): string => name.toLowerCase().replaceAll(/[-_]/gu, '');
