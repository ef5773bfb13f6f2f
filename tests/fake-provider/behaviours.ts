import type { Behaviour, BehaviourTable } from './behaviour.ts';
import { ANSWERS } from './behaviours/answers.ts';
import { BODIES } from './behaviours/bodies.ts';
import { ENDS } from './behaviours/ends.ts';
import { FRAMING } from './behaviours/framing.ts';
import { STATUSES } from './behaviours/statuses.ts';
import { TIMING } from './behaviours/timing.ts';
import { USAGE } from './behaviours/usage.ts';
import { VECTORS } from './behaviours/vectors.ts';
import { type Directive, readDirectives } from './directive.ts';

/** Everything that can be asked for by a directive, in groups of one file each. */
export const BEHAVIOURS: BehaviourTable = {
  ...TIMING,
  ...ENDS,
  ...STATUSES,
  ...BODIES,
  ...FRAMING,
  ...USAGE,
  ...VECTORS,
  ...ANSWERS,
};

/** The behaviour of a directive; undefined for an unknown name. */
export function behaviourOf(directive: Directive): Behaviour | undefined {
  return Object.hasOwn(BEHAVIOURS, directive.name) ? BEHAVIOURS[directive.name] : undefined;
}

/** Says what is wrong with directives, null when nothing is. */
export function faultIn(directives: Directive[]): string | null {
  for (const directive of directives) {
    const behaviour = behaviourOf(directive);
    if (!behaviour) return `Unknown provider behaviour "${directive.name}".`;
    const known = behaviour.parameters ?? [];
    const given = Object.keys(directive.parameters);
    const unknown = given.find((name) => !known.includes(name));
    if (unknown) return `FakeProvider behaviour "${directive.name}" has no parameter "${unknown}".`;
  }
  return null;
}

/** Reads directives of a control call. Throws with the fault's text. */
export function readKnownDirectives(text: string): Directive[] {
  const directives = readDirectives(text);
  const fault = faultIn(directives);
  if (fault) throw new Error(fault);
  return directives;
}
