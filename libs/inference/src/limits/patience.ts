/** The store has not answered in time; it may have counted all the same. */
export class StoreIsLate extends Error {
  override readonly name = 'StoreIsLate';
}

/**
 * The answer of a store, if it comes in time. An answer that is there already counts as in time
 * although this process was too busy to read it: what was late then is the process.
 * @throws StoreIsLate
 */
export async function inTime<Answer>(asked: Promise<Answer>, ms: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // Between timers and immediates the event loop reads what has arrived.
      setImmediate(() => reject(new StoreIsLate(`no answer within ${ms} ms`)));
    }, ms);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
