/** The limits that a body sets, as the trail records them; absent limits are left out. */
export function callTimesIn(body: {
  first_byte_seconds?: number | null;
  total_seconds?: number | null;
}): Record<string, number | null> {
  const { first_byte_seconds, total_seconds } = body;
  return {
    ...(first_byte_seconds === undefined ? {} : { first_byte_seconds }),
    ...(total_seconds === undefined ? {} : { total_seconds }),
  };
}
