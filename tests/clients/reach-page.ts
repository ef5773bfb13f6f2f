import { CLIENTS } from './clients.ts';
import { FAMILY_IDS, ROUTES, offeredByFamily, triedBy } from './reach.ts';
import type { Reach, RouteName } from './reach.ts';

/** The page of the documentation, from the root of the repository. */
export const REACH_PAGE = 'services/docs/content/reach.md';

const ROUTE_NAMES = Object.keys(ROUTES) as RouteName[];
/** What the table calls routes that stand there twice. */
const LABELS: Partial<Record<RouteName, string>> = {
  'responses with images': '`/v1/responses`, images',
};
const FORMS = ['whole', 'stream'] as const;

/** Clients that the table names, in the order of their numbers. */
const NAMED = CLIENTS.filter((client) =>
  FAMILY_IDS.some((family) =>
    ROUTE_NAMES.some((route) =>
      FORMS.some((form) => triedBy([client], family, `${route} ${form}`).length > 0),
    ),
  ),
);
const NUMBERS: ReadonlyMap<string, number> = new Map(NAMED.map(({ name }, at) => [name, at + 1]));

/** What is offered and by whom it is tried: `whole 1 2; stream 1`. */
function cellOf(route: RouteName, family: string): string {
  const offered = offeredByFamily(family);
  const parts = FORMS.flatMap((form) => {
    const reach: Reach = `${route} ${form}`;
    if (!offered.has(reach)) return [];
    const numbers = triedBy(NAMED, family, reach).map((name) => String(NUMBERS.get(name)));
    return [[form, ...numbers].join(' ')];
  });
  return parts.length === 0 ? '–' : parts.join('; ');
}

/** Pads the cells of a table, as the formatter of the repository does. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const lines = rows.map((row) => {
    const cells = row.map((cell, at) => cell.padEnd(widths[at] ?? 0));
    return `| ${cells.join(' | ')} |`;
  });
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** The page, made of the contracts of models and of what clients call. */
export function reachPage(): string {
  const rows = ROUTE_NAMES.map((route) => [
    LABELS[route] ?? `\`${ROUTES[route].replace('POST ', '')}\``,
    ...FAMILY_IDS.map((family) => cellOf(route, family)),
  ]);
  const clients = NAMED.map(({ name }, at) => `${at + 1}. ${name}`);
  return `# Which client reaches what

Which routes each family of providers offers, whole or as a stream, and which clients are tried there as their users install them, by \`make test-clients\`.

This page is made from the code by \`make docs\`: what is offered comes from the contracts of the models, and the numbers are clients whose calls a run finds in the records of requests, or whose batches it sees completed. A run fails where a client of the table has not called what it is listed for.

## Clients

${clients.join('\n')}

## Routes by family

${tableOf([['Route', ...FAMILY_IDS.map((id) => `\`${id}\``)], ...rows])}

A dash says that no model of the family has the route. Every chat model answers chat completions, responses and messages, whatever the wire of its provider; batches run the lines of a file as calls of these routes and of embeddings.

## What a call costs

\`make test-clients\` prints a line for each cell: client, route, model, and what the call was quoted, held and charged. A quote exists for [chat completions](/docs/pricing) and [videos](/docs/video); what was held is never less than what was charged, unless the provider counted more than the bound ([pricing](/docs/pricing)).
`;
}
