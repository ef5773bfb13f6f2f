import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '@tollgate/deploy/local/services';
import { ROOT } from './source-files.ts';

interface Stage {
  from: string;
  lines: string[];
}

/** The stages by name, in their order. */
function readStages(): Map<string, Stage> {
  const stages = new Map<string, Stage>();
  let lines: string[] = [];
  for (const line of readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const start = /^FROM (\S+) AS (\S+)$/.exec(line);
    if (start === null) {
      lines.push(line);
    } else {
      lines = [];
      stages.set(start[2] ?? '', { from: start[1] ?? '', lines });
    }
  }
  return stages;
}

const stages = readStages();
const text = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8');
const valueOf = (stage: string, instruction: string): string | undefined =>
  stages
    .get(stage)
    ?.lines.find((line) => line.startsWith(`${instruction} `))
    ?.slice(instruction.length + 1);

describe('the images', () => {
  test('D02: every stage is an image of ours or the one base, which has a whole version', () => {
    const bases = [...stages.values()].map(({ from }) => from);
    expect(bases.filter((from) => !stages.has(from) && from !== '${NODE_IMAGE}')).toEqual([]);
    expect(text).toMatch(/^ARG NODE_IMAGE=node:24\.\d+\.\d+-[a-z]+-slim$/m);
  });

  test('there is one for each service', () => {
    const made = [...stages].filter(([, { from }]) => from === 'runtime').map(([name]) => name);
    expect(made.sort()).toEqual([...SERVICES.map(({ name }) => name), 'migrate', 'cli'].sort());
  });

  test.each(SERVICES)('$name runs its entry on its ports, from its own deployment', (service) => {
    const { name, entry, ports } = service;
    expect(JSON.parse(valueOf(name, 'CMD') ?? '')).toEqual(['node', entry]);
    expect(valueOf(name, 'EXPOSE')).toBe(Object.values(ports).join(' '));
    expect(valueOf(name, 'COPY')).toBe(`--from=assemble-${name} /out /app`);
    expect(stages.get(`assemble-${name}`)?.lines).toEqual([
      `RUN node deploy/image/assemble.ts ${name} /out`,
    ]);
    expect(valueOf(name, 'HEALTHCHECK')).toMatch(/CMD \["node", "healthy.ts"\]$/);
  });

  test('D02: nothing runs as root, is fetched from elsewhere, or carries a secret', () => {
    expect(valueOf('runtime', 'USER')).toBe('1000:1000');
    const all = [...stages].flatMap(([name, { lines }]) => lines.map((line) => [name, line]));
    expect(all.filter(([name, line]) => name !== 'runtime' && line?.startsWith('USER'))).toEqual(
      [],
    );
    expect(all.filter(([, line]) => /^ADD |curl|wget|sudo|:latest/.test(line ?? ''))).toEqual([]);
    expect(text).not.toMatch(/(PASSWORD|SECRET|_KEY|TOKEN|PEPPER|DATABASE_URL)=/);
  });
});
