import { SIGNS } from './step.ts';
import type { Change, FieldChange } from './step.ts';

/** The longest value that a line shows; longer ones are cut. */
const VALUE_CHARACTERS_MAX = 200;

/** How many of each kind. */
export function countsOf(changes: readonly Change[]): Record<'add' | 'change' | 'remove', number> {
  const counts = { add: 0, change: 0, remove: 0 };
  for (const { action } of changes) counts[action] += 1;
  return counts;
}

/** A plan for people. */
export function planText(changes: readonly Change[]): string {
  if (changes.length === 0) return 'No changes: the running system is as the document says.\n';
  const { add, change, remove } = countsOf(changes);
  const sum = `Plan: ${add} to add, ${change} to change, ${remove} to remove.\n`;
  return `${changes.map(changeText).join('')}${sum}`;
}

/** One line that names a change: `~ prices demo/chat`. */
export function titleOf({ action, noun, name }: Change): string {
  return `${SIGNS[action]} ${noun} ${visible(name)}`;
}

function changeText(change: Change): string {
  return `${[titleOf(change), ...change.fields.map(fieldText)].join('\n')}\n`;
}

function fieldText({ field, from, to }: FieldChange): string {
  if (from === undefined) return `    ${visible(field)}: ${valueText(to)}`;
  return `    ${visible(field)}: ${valueText(from)} -> ${valueText(to)}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return '(none)';
  const text = JSON.stringify(value);
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text;
}

/** Names come from people: nothing in them may steer a terminal. */
function visible(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Cf}|[\u2028\u2029]/gu, '\uFFFD');
}
