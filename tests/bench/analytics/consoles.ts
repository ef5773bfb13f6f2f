import { median } from '../stats.ts';
import { MONTH, OF_ADMINISTRATORS, OF_USERS, YEAR } from './console-requests.ts';
import type { Asked } from './console-requests.ts';
import type { Planes } from './planes.ts';

/** Each request is asked for once without being counted, then so often. */
const TIMES = 7;
/** What a page may wait for one request. */
const LIMIT_MS = 300;
const FIRST_MODEL = '/models?limit=1&state=approved';
/** Where "older" leads after so many pages of a reader who does not give up. */
const DEEP_PAGES = 20;

/**
 * Times each request of each page of both consoles over the filled database.
 * @returns a table with the median, the best and the worst of all turns in milliseconds, and what
 *   took longer than a page may wait
 */
export async function measureConsoles(
  planes: Planes,
): Promise<{ table: string[][]; slow: string[] }> {
  const ids = await idsFor(planes);
  const [model] = JSON.parse(await planes.platform(FIRST_MODEL)) as { dimensions: string[] }[];
  const known = { ids, dimensions: model?.dimensions ?? [] };
  const asked = [...OF_ADMINISTRATORS, ...OF_USERS];
  const times = new Map<Asked, number[]>(asked.map((one) => [one, []]));
  // In turns, so that what else the machine does falls on all of them.
  for (let turn = 0; turn <= TIMES; turn += 1) {
    for (const [one, taken] of times) {
      const begun = performance.now();
      await ask(planes, one, known);
      if (turn > 0) taken.push(performance.now() - begun);
    }
  }
  const table = [['request of a page', 'median', 'best', 'worst']];
  const slow: string[] = [];
  for (const [one, taken] of times) {
    const name = `${one.page}: ${one.plane === 'users' ? '/api' : ''}${nameOf(one.path)}`;
    const middle = median(taken);
    const shown = [middle, Math.min(...taken), Math.max(...taken)].map((ms) => ms.toFixed(0));
    table.push([name, ...shown]);
    if (middle > LIMIT_MS) slow.push(name);
  }
  return { table, slow };
}

const nameOf = (path: string): string =>
  path
    .replace(YEAR, 'a year')
    .replace(MONTH, 'a month')
    .replaceAll(/date_(?:from|to)=[^&]+/g, '…');

type Ids = ReadonlyMap<string, string>;

function ask(
  planes: Planes,
  { plane, path, body }: Asked,
  { ids, dimensions }: { ids: Ids; dimensions: readonly string[] },
): Promise<string> {
  const filled = path.replaceAll(/#(\w+)/g, (_, name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`nothing is filled that could be ${name}: ${path}`);
    return encodeURIComponent(id);
  });
  if (body !== undefined) return planes.change('POST', filled, body(dimensions));
  return plane === 'users' ? planes.user(filled) : planes.platform(filled);
}

interface Listed {
  data: { id?: string; public_id?: string; request_id?: string; video_id?: string }[];
  next_cursor: string | null;
}

/** Ids of what the details show, and cursors as far back as a patient reader comes. */
async function idsFor(planes: Planes): Promise<Ids> {
  const list = async (path: string): Promise<Listed> =>
    JSON.parse(await planes.user(path)) as Listed;
  const plain = async (path: string): Promise<{ id: string; public_id: string }[]> =>
    JSON.parse(await planes.platform(path)) as { id: string; public_id: string }[];
  const cursorOf = async (path: string): Promise<string> => {
    let cursor = '';
    for (let page = 0; page < DEEP_PAGES; page += 1) {
      const next = (await list(`${path}${cursor === '' ? '' : `&cursor=${cursor}`}`)).next_cursor;
      if (next === null) break;
      cursor = encodeURIComponent(next);
    }
    return decodeURIComponent(cursor);
  };
  const beforeOf = async (path: string): Promise<string> => {
    let before = '';
    for (let page = 0; page < DEEP_PAGES; page += 1) {
      const rows = await plain(`${path}${before === '' ? '' : `&before=${before}`}`);
      before = rows.at(-1)?.id ?? before;
    }
    return before;
  };
  const requests = await list('/requests?limit=50');
  const operations = await list('/operations?limit=50');
  const videos = await list('/videos?limit=50');
  const [model] = await plain(FIRST_MODEL);
  return new Map([
    ['user', planes.ids.user],
    ['key', planes.ids.key],
    ['record', requests.data[0]?.public_id ?? ''],
    ['requestId', requests.data[0]?.request_id ?? ''],
    ['operation', operations.data[0]?.id ?? ''],
    ['video', videos.data[0]?.id ?? ''],
    ['model', model?.public_id ?? ''],
    ['modelId', model?.id ?? ''],
    ['oldRequest', await cursorOf('/requests?limit=200')],
    ['oldOperation', await cursorOf('/operations?limit=200')],
    ['oldVideo', await cursorOf('/videos?limit=200')],
    ['oldMovementOfUser', await cursorOf('/credits/transactions?limit=200')],
    ['oldUser', await beforeOf('/users?limit=200')],
    ['oldMovement', await beforeOf('/credit-transactions?limit=200')],
    ['oldEvent', await beforeOf('/audit-events?limit=200')],
  ]);
}
