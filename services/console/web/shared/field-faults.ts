import type { FieldFault } from './api/failure.ts';

/** What inputs are called, by the names of their fields. */
export type Labels = ReadonlyMap<string, string>;

/** The field of an input that a place belongs to: the place itself, or what the place is a part of; undefined where no input has it. */
function fieldOf(labels: Labels, place: string): string | undefined {
  if (labels.has(place)) return place;
  const end = place.lastIndexOf('.');
  return end === -1 ? undefined : fieldOf(labels, place.slice(0, end));
}

/** What is left of a place behind the field that it is a part of, with the message. */
const within = (field: string, { place, message }: FieldFault): string =>
  `${place.slice(field.length + 1)} ${message}`.trim();

/** What is wrong with one field, for a reader who sees its label above; empty: nothing. */
export function faultsAt(labels: Labels, field: string, faults: readonly FieldFault[]): string {
  return faults
    .filter(({ place }) => fieldOf(labels, place) === field)
    .map((fault) => within(field, fault))
    .join('; ');
}

/** What is wrong with all fields, for a reader who knows fields by the labels of their inputs. */
export function wordingOf(labels: Labels, faults: readonly FieldFault[]): string {
  return faults
    .map((fault) => {
      const field = fieldOf(labels, fault.place);
      if (field === undefined) return `${fault.place} ${fault.message}`.trim();
      return `${labels.get(field) ?? field}: ${within(field, fault)}`;
    })
    .join('; ');
}
