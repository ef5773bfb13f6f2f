import { counter, gauge, histogram, registry, sampledGauge, SERIES_MAX } from './metrics.ts';

/** The lines of one metric as a scrape has them. */
async function scraped(name: string): Promise<string[]> {
  const text = await registry.getSingleMetricAsString(name);
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

test('a counter counts by the values of its labels', async () => {
  const metric = counter({
    name: 'test_counts_total',
    help: 'Counts.',
    labels: ['route', 'status'],
  });
  metric.add(['/v1/models', '200']);
  metric.add(['/v1/models', '200'], 2);
  metric.add(['/v1/models', '404']);
  expect(await scraped('tollgate_test_counts_total')).toEqual([
    'tollgate_test_counts_total{route="/v1/models",status="200"} 3',
    'tollgate_test_counts_total{route="/v1/models",status="404"} 1',
  ]);
});

test('a counter whose words are known shows every combination as 0 before anything is counted', async () => {
  const metric = counter({
    name: 'test_known_total',
    help: 'Known.',
    labels: ['reason', 'is_known'],
    words: { reason: ['broke', 'left'], is_known: ['true', 'false'] },
  });
  const shown = (left: number): string[] => [
    'tollgate_test_known_total{reason="broke",is_known="true"} 0',
    'tollgate_test_known_total{reason="broke",is_known="false"} 0',
    'tollgate_test_known_total{reason="left",is_known="true"} 0',
    `tollgate_test_known_total{reason="left",is_known="false"} ${left}`,
  ];
  expect(await scraped('tollgate_test_known_total')).toEqual(shown(0));
  metric.add(['left', 'false'], 3);
  expect(await scraped('tollgate_test_known_total')).toEqual(shown(3));
});

test('values that share characters are not mixed up', async () => {
  const metric = counter({ name: 'test_pairs_total', help: 'Pairs.', labels: ['one', 'two'] });
  metric.add(['a', 'bc']);
  metric.add(['ab', 'c']);
  expect(await scraped('tollgate_test_pairs_total')).toHaveLength(2);
});

test('beyond its series a metric counts what is new together', async () => {
  const metric = counter({ name: 'test_many_total', help: 'Many.', labels: ['value'] });
  for (let index = 0; index < SERIES_MAX + 50; index += 1) metric.add([`v${index}`]);
  metric.add(['v0']);
  const lines = await scraped('tollgate_test_many_total');
  expect(lines).toHaveLength(SERIES_MAX + 1);
  expect(lines).toContain('tollgate_test_many_total{value="other"} 50');
  expect(lines).toContain('tollgate_test_many_total{value="v0"} 2');
});

test('a histogram counts what is within each bound', async () => {
  const metric = histogram({ name: 'test_seconds', help: 'Seconds.', labels: [] }, [0.1, 1]);
  metric.observe([], 0.05);
  metric.observe([], 0.5);
  metric.observe([], 5);
  expect(await scraped('tollgate_test_seconds')).toEqual([
    'tollgate_test_seconds_bucket{le="0.1"} 1',
    'tollgate_test_seconds_bucket{le="1"} 2',
    'tollgate_test_seconds_bucket{le="+Inf"} 3',
    'tollgate_test_seconds_sum 5.55',
    'tollgate_test_seconds_count 3',
  ]);
});

test('gauges are set, or looked up for each scrape as long as they are shown', async () => {
  const level = gauge({ name: 'test_level', help: 'Level.', labels: [] });
  level.set([], 4);
  level.add([], -1);
  expect(await scraped('tollgate_test_level')).toEqual(['tollgate_test_level 3']);
  const pools = sampledGauge({ name: 'test_pools', help: 'Pools.', labels: ['pool'] });
  let open = 1;
  const hide = pools.show(() => [{ values: ['a'], value: open }]);
  pools.show(() => [{ values: ['b'], value: 7 }]);
  open = 2;
  expect(await scraped('tollgate_test_pools')).toEqual([
    'tollgate_test_pools{pool="a"} 2',
    'tollgate_test_pools{pool="b"} 7',
  ]);
  hide();
  expect(await scraped('tollgate_test_pools')).toEqual(['tollgate_test_pools{pool="b"} 7']);
});

test('a histogram counts the seconds since a moment', async () => {
  const metric = histogram({ name: 'test_since', help: 'Seconds.', labels: ['what'] }, [10, 100]);
  metric.observeSince(['long ago'], performance.now() - 20_000);
  const lines = await scraped('tollgate_test_since');
  expect(lines).toContain('tollgate_test_since_bucket{le="10",what="long ago"} 0');
  expect(lines).toContain('tollgate_test_since_bucket{le="100",what="long ago"} 1');
});
