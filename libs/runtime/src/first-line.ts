/**
 * The first line of what was said: errors of drivers bring their stack along, which says nothing of
 * what is wrong.
 */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
