import { Type } from 'typebox';

/**
 * What a call was charged, beside its counts: a member of `usage` in answers of every paid route.
 * Absent while the charge is not final.
 */
export const UsageCost = {
  cost: Type.Optional(
    Type.Number({
      minimum: 0,
      description:
        'credits that the call was charged, exact to nine decimals: the charge of its record. Absent where the charge is not final yet; the record has it then',
    }),
  ),
} as const;
