import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as query from '@tanstack/react-query';
import type * as router from '@tanstack/react-router';
import type * as react from 'react';
import type * as server from 'react-dom/server';
import { build } from 'vite';

/**
 * The name of the module that exists in a build only; the file is in `web`, so that libraries are
 * found.
 */
const ENTRY = join(import.meta.dirname, 'entry-of-test.js');
const BUTTON = /<button(?<attributes>[^>]*)>(?<name>.*?)<\/button>/gsu;
/** A menu names what is in it before it is opened. */
const MENU =
  /aria-haspopup="menu".*title="(?<names>[^"]*)"|title="(?<first>[^"]*)".*aria-haspopup="menu"/su;
const TAG = /<[^>]*>/gu;
/** Heads of columns are buttons that sort. */
const HEADS = /<thead>.*?<\/thead>/gsu;

/** Between tabs; a test does not wait until it is closed. */
class QuietChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    (this as unknown as { unref(): void }).unref();
  }
}

/**
 * A module of a console with the libraries that it runs on, in one build: two of React would not
 * know each other.
 */
export interface Rendered<Part> {
  part: Part;
  react: typeof react;
  query: typeof query;
  router: typeof router;
  server: typeof server;
}

/**
 * Builds a module of `web` for tests, which run without a browser.
 * @param file its path from `web`
 */
export async function rendered<Part>(file: string): Promise<Rendered<Part>> {
  // What pages ask of a browser before anybody acts: the host that they came from, and the theme.
  Object.assign(globalThis, {
    location: new URL('http://console.example/console/platform'),
    localStorage: { getItem: () => null },
    BroadcastChannel: QuietChannel,
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  });
  const outDir = await mkdtemp(join(tmpdir(), 'tollgate-console-'));
  const text = `
    export * as react from 'react';
    export * as query from '@tanstack/react-query';
    export * as router from '@tanstack/react-router';
    export * as server from 'react-dom/server';
    export * as part from ${JSON.stringify(join(import.meta.dirname, file))};`;
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? ENTRY : null),
        load: (id) => (id === ENTRY ? text : null),
      },
    ],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      minify: false,
      rolldownOptions: {
        input: ENTRY,
        output: { entryFileNames: 'entry.mjs', codeSplitting: false },
      },
    },
  });
  const found = (await import(pathToFileURL(join(outDir, 'entry.mjs')).href)) as Rendered<Part>;
  await rm(outDir, { recursive: true });
  return found;
}

/** An answer of the server, by the key of its query. */
export type Known = readonly [key: readonly unknown[], data: unknown];

/**
 * What a page shows first, without the frame around it.
 * @param known what the server has answered
 */
export async function pageOf(
  built: Rendered<{ router: router.AnyRouter }>,
  address: string,
  known: readonly Known[],
): Promise<string> {
  const { part, react: lib, query: queries, router: routing, server: markup } = built;
  const client = new queries.QueryClient();
  for (const [key, data] of known) client.setQueryData(key, data);
  part.router.routeTree.update({ component: routing.Outlet });
  const history = routing.createMemoryHistory({ initialEntries: [address] });
  part.router.update({ ...part.router.options, history });
  await part.router.load();
  const page = lib.createElement(routing.RouterProvider, { router: part.router });
  const app = lib.createElement(queries.QueryClientProvider, { client }, page);
  return markup.renderToStaticMarkup(app);
}

/** The sign of a button that copies an id. */
const COPY = '⧉';

/**
 * The names of the buttons in a text of HTML, and of what menus have in them; those that sort a
 * table or copy an id apart.
 */
export const buttonsIn = (markup: string): string[] =>
  [...markup.replaceAll(HEADS, '').matchAll(BUTTON)].flatMap(({ groups }) => {
    const menu = MENU.exec(groups?.['attributes'] ?? '')?.groups;
    if (menu !== undefined) return (menu['names'] ?? menu['first'] ?? '').split(', ');
    const name = groups?.['name']?.replaceAll(TAG, '') ?? '';
    return name === COPY ? [] : [name];
  });
