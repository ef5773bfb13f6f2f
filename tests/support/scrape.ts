import got from 'got';

/** One value of a scrape. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** The series of a scrape in Prometheus' text format. Throws on a line that is none. */
function parseScrape(text: string): Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const match = LINE.exec(line);
      if (match === null) throw new Error(`no line of a scrape: ${line}`);
      const [, name = '', labels = '', value] = match;
      const pairs = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text]);
      return {
        name,
        labels: Object.fromEntries(pairs) as Record<string, string>,
        value: Number(value),
      };
    });
}

/** What a process of a stack shows now. @param metricsUrl root of its metrics port */
export async function scrape(metricsUrl: string): Promise<Series[]> {
  return parseScrape(await got(`${metricsUrl}/metrics`, { retry: { limit: 0 } }).text());
}

/** The sum of the series of that name whose labels have these values; 0 when there is none. */
export function sumOf(
  series: readonly Series[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return series
    .filter((one) => one.name === name)
    .filter((one) => Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
