/** One behaviour with its parameters, as a directive names it. */
export interface Directive {
  name: string;
  /** `20` of `delay=20`; null for a bare name. */
  value: string | null;
  parameters: Record<string, string>;
}

const MARKER = /\[\[provider:([^\]]*)\]\]/g;
const MARKER_START = '[[provider:';
const WORD = /([a-z][a-z0-9-]*)(?:=("[^"]*"|[^\s;"]+))?/gi;

/** The directives inside the markers of a text: `[[provider: cut after=3; chunk-delay=10]]`. */
export function directivesIn(text: string): Directive[] {
  if (!text.includes(MARKER_START)) return [];
  return [...text.matchAll(MARKER)].flatMap((match) => readDirectives(match[1] ?? ''));
}

/** The text without its markers. */
export function withoutDirectives(text: string): string {
  return text.includes(MARKER_START) ? text.replace(MARKER, '').trim() : text;
}

/** Reads `name parameter=value; name=value`. A value with blanks stands in double quotes. */
export function readDirectives(text: string): Directive[] {
  const parts = text.match(/(?:"[^"]*"|[^;"])+/g) ?? [];
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readOne);
}

function readOne(text: string): Directive {
  const words = [...text.matchAll(WORD)].map(
    (word) => [word[1] ?? '', word[2]?.replaceAll('"', '') ?? null] as const,
  );
  const [name, value] = words[0] ?? ['', null];
  const parameters = words.slice(1).map(([key, given]) => [key, given ?? 'true']);
  return { name, value, parameters: Object.fromEntries(parameters) as Record<string, string> };
}

/** A directive as it is written. */
export function directiveText({ name, value, parameters }: Directive): string {
  const rest = Object.entries(parameters).map(([key, given]) => ` ${key}=${given}`);
  return `${name}${value === null ? '' : `=${value}`}${rest.join('')}`;
}
