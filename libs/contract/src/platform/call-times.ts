import { Type } from 'typebox';

/**
 * The longest limit of a provider's call that anybody may set, in seconds; holds and the sweeps of
 * dead calls reckon with this limit.
 */
export const CALL_SECONDS_MAX = 3_600;

const seconds = (description: string) =>
  Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: CALL_SECONDS_MAX }), Type.Null()], {
      description,
    }),
  );

/**
 * How long calls may take, as administrators set it for a credential or a model; null: the next
 * wider limit holds.
 */
export const callTimes = {
  first_byte_seconds: seconds(
    'The longest wait for the first event of a stream, in seconds. The limit of a model goes before that of its credential, and both before the installation’s',
  ),
  total_seconds: seconds(
    'The longest time of a whole call, in seconds; a whole answer may be silent as long. The limit of a model goes before that of its credential, and both before the installation’s',
  ),
};

/** Limits of an alias, which go before those of its targets; null: those of the target hold. */
export const aliasTimes = {
  first_byte_seconds: seconds(
    'The longest wait at each target for the first event of a stream, in seconds; then the next target has its turn. It goes before the limits of model and credential',
  ),
  total_seconds: seconds(
    'The longest time of a whole call, in seconds. It goes before the limits of model and credential',
  ),
};

const known = Type.Union([Type.Integer(), Type.Null()]);

/** The limits that are set; null where none is. */
export const callTimesOut = { first_byte_seconds: known, total_seconds: known };
