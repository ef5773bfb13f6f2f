import { isUuid, newUuid, timeOfUuid } from '@tollgate/runtime/ids';
import { operationIdOf } from './line-operation.ts';

const batchId = newUuid();

test('a run of a line has one id, a UUIDv7 of the moment of its batch', () => {
  const id = operationIdOf({ batchId, line: 7, run: 1 });
  expect(operationIdOf({ batchId, line: 7, run: 1 })).toBe(id);
  expect([isUuid(id), id[14]]).toEqual([true, '7']);
  expect(timeOfUuid(id)).toEqual(timeOfUuid(batchId));
});

test('every line and every run has another id', () => {
  const runs = [1, 2, 3].flatMap((run) =>
    Array.from({ length: 2_000 }, (_, line) => operationIdOf({ batchId, line: line + 1, run })),
  );
  const others = [newUuid(), newUuid()].map((id) =>
    operationIdOf({ batchId: id, line: 1, run: 1 }),
  );
  expect(new Set([...runs, ...others, batchId]).size).toBe(runs.length + 3);
  expect(operationIdOf({ batchId, line: 1, run: 11 })).not.toBe(
    operationIdOf({ batchId, line: 11, run: 1 }),
  );
});
