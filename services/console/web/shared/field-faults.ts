import type { FieldFault } from './api/failure.ts';

/** What inputs are called, by the names of their fields. */
export type Labels = ReadonlyMap<string, string>;

/**
 * The field of an input that a path belongs to: the path itself, or a path that begins it;
 * undefined where no input has it.
 */
function fieldOf(labels: Labels, path: string): string | undefined {
  if (labels.has(path)) return path;
  const end = path.lastIndexOf('.');
  return end === -1 ? undefined : fieldOf(labels, path.slice(0, end));
}

/** Returns the rest of a path behind its field, with the message. */
const within = (field: string, { path, message }: FieldFault): string =>
  `${path.slice(field.length + 1)} ${message}`.trim();

/** Returns the errors of one field, whose label the reader sees above; empty without errors. */
export function faultsAt(labels: Labels, field: string, faults: readonly FieldFault[]): string {
  return faults
    .filter(({ path }) => fieldOf(labels, path) === field)
    .map((fault) => within(field, fault))
    .join('; ');
}

/** Returns the errors of all fields, each with the label of its input. */
export function wordingOf(labels: Labels, faults: readonly FieldFault[]): string {
  return faults
    .map((fault) => {
      const field = fieldOf(labels, fault.path);
      if (field === undefined) return `${fault.path} ${fault.message}`.trim();
      return `${labels.get(field) ?? field}: ${within(field, fault)}`;
    })
    .join('; ');
}
