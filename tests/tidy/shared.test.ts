import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, listProductionFiles, ROOT } from './source-files.ts';

/**
 * What makes something that all callers share: queues, batches, pools, caches, locks, bounded
 * backlogs.
 */
const CONSTRUCTS =
  /new (?:Queue|Worker|LRUCache|Redis|RateLimiter\w+)\b|\b(?:growingCache[<(]|microBatch[<(]|batched\(|batchedCall\(|createAdmission\(|pLimit\()|\b(?:connectDatabase\(\{|connectService\(|connectRedis\(|connectForReports\(|connectReports\()|\b(?:\w*WAITING\w*|BACKLOG\w*|DRAINS\w*|SERIES|SOCKETS\w*|SPOOL_BYTES)_MAX =|pg_(?:try_)?advisory/;
const TABLE = 'tests/attacks/SHARED.md';
const COLUMNS = 6;

interface Row {
  shared: string;
  where: string[];
  test: { path: string; title: string };
}

function readRows(): Row[] {
  const text = readFileSync(join(ROOT, TABLE), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (Shared|---)/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .map((cells) => {
      expect(cells).toHaveLength(COLUMNS);
      const [shared = '', where = '', , , , test = ''] = cells;
      const [, path = '', title = ''] = /^`([^`]+)` (.+)$/.exec(test) ?? [];
      return {
        shared,
        where: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
        test: { path, title },
      };
    });
}

describe('what tenants share', () => {
  const rows = readRows();
  const named = new Set(rows.flatMap(({ where }) => where));

  test('is all in tests/attacks/SHARED.md: add a row for each file named here', () => {
    const sharing = listProductionFiles()
      .filter(({ path }) => !path.startsWith('deploy/') && !path.includes('/migrations/'))
      .filter(({ text }) => CONSTRUCTS.test(text));
    expect(sharing.length).toBeGreaterThan(40);
    expect(sharing.map(({ path }) => path).filter((path) => !named.has(path))).toEqual([]);
  });

  test.each(rows.map((row) => [row.shared, row] as const))(
    '%s: stands where the row says',
    (_name, row) => {
      expect(row.where.filter((path) => existsSync(join(ROOT, path)))).not.toEqual([]);
    },
  );

  test.each(rows.map((row) => [row.shared, row] as const))(
    '%s: its test is there',
    (_name, row) => {
      const [file] = listFiles(/\.test\.ts$/).filter(({ path }) => path === row.test.path);
      expect(row.test.title).not.toBe('');
      expect(file?.text ?? row.test.path).toContain(row.test.title);
    },
  );
});
