import type { Family } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import { foreignItems } from '@tollgate/providers/wire/responses/replay';
import { responsesWire } from '@tollgate/providers/wire/responses/mapper';
import { RESPONSES_WIRE, familyIdOf, wireIdOf } from './recordings.ts';
import type { Recording } from './recordings.ts';

/**
 * The family of ours that serves a recording's wire. Only some models are asked over the Responses
 * wire; a recording of that wire is replayed over the wire whatever its model is, and no contract
 * stands in the way.
 */
export function servingFamily(recording: Recording): Family | undefined {
  const family = familyById(familyIdOf(recording) ?? '');
  if (family === undefined || wireIdOf(recording) !== RESPONSES_WIRE) return family;
  return { ...family, chat: responsesWire, contract: () => null, foreignContent: foreignItems };
}
