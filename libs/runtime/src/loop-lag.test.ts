import { watchLoopLag } from './loop-lag.ts';

function blockFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('a blocked event loop is seen', async () => {
  const lag = watchLoopLag();
  let readings = 0;
  const late = new Promise<number>((resolve) => {
    lag.onReading((lagMs) => {
      readings += 1;
      expect(lagMs).toBeGreaterThanOrEqual(0);
      if (lagMs > 20) resolve(lagMs);
    });
  });
  const blocking = setInterval(() => blockFor(60), 1);
  expect(await late).toBeGreaterThan(20);
  clearInterval(blocking);
  lag.stop();
  expect(readings).toBeGreaterThan(0);
});
