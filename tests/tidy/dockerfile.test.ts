import { readdirSync, readFileSync } from 'node:fs';
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
  const content = readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8').replaceAll(
    / *\\\n */g,
    ' ',
  );
  for (const line of content.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const start = /^FROM (?:--platform=\$BUILDPLATFORM )?(\S+) AS (\S+)$/.exec(line);
    if (start === null) {
      lines.push(line);
    } else {
      lines = [];
      stages.set(start[2] ?? '', { from: start[1] ?? '', lines });
    }
  }
  return stages;
}

interface Bake {
  variable: Record<string, { default: string }>;
  target: {
    image: {
      matrix: { name: string[] };
      args: Record<string, string>;
      target: string;
      tags: string[];
      dockerfile: string;
    };
  };
}

/**
 * What npm and pnpm have fetched is kept for the next build; a login and an authority are lent, and
 * no layer has them.
 */
const MOUNTS = [
  'cache,target=/root/.npm',
  'cache,target=/root/.local/share/pnpm/store',
  'secret,id=npmrc,target=/root/.npmrc',
  'secret,id=ca',
];
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
    const named = new Set(['${NODE_IMAGE}', '${RUNTIME_IMAGE}']);
    expect(bases.filter((from) => !stages.has(from) && !named.has(from))).toEqual([]);
    expect(text).toMatch(/^ARG NODE_IMAGE=node:24\.\d+\.\d+-[a-z]+-slim$/m);
  });

  test('D02: what runs is Node alone, without a shell and npm', () => {
    expect(text).toMatch(/^ARG RUNTIME_IMAGE=gcr\.io\/distroless\/cc-debian12:nonroot$/m);
    expect(stages.get('runtime')?.from).toBe('${RUNTIME_IMAGE}');
    expect(stages.get('runtime')?.lines).toContain(
      'COPY --from=node /usr/local/bin/node /usr/local/bin/node',
    );
  });

  test('D02: images, workflows and the local stack have the Node that tests run on', () => {
    const lock = readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8');
    const tested = /^ {2}node@(24\.\d+\.\d+):$/mu.exec(lock)?.[1];
    expect(tested).toBeDefined();
    const workflows = readdirSync(join(ROOT, '.github/workflows')).map(
      (name) => `.github/workflows/${name}`,
    );
    for (const file of [
      'deploy/Dockerfile',
      'deploy/docker-bake.json',
      'deploy/compose.yaml',
    ].concat(workflows)) {
      const content = readFileSync(join(ROOT, file), 'utf8');
      const versions = [...content.matchAll(/(?:node:|node-version: )(\d[\d.]*)/gu)].map(
        ([, version]) => version,
      );
      expect([file, [...new Set(versions)]]).toEqual([file, [tested]]);
    }
  });

  const made = [...stages].filter(([, { from }]) => from === 'runtime').map(([name]) => name);

  test('there is one for each service, and for the commands of the operator', () => {
    const expected = [...SERVICES.map(({ name }) => name), 'migrate', 'operations', 'cli'];
    expect(made.toSorted()).toEqual(expected.toSorted());
  });

  test.each(made)('%s says what it is and has its papers in it', (name) => {
    const lines = stages.get(name)?.lines ?? [];
    expect(lines[0]).toMatch(
      new RegExp(
        `^LABEL org.opencontainers.image.title="tollgate/${name}" .*description="[^"]{10,}"$`,
      ),
    );
    expect(lines).toContain(`COPY --from=assemble-${name} /out/doc /usr/share/doc/tollgate`);
    expect(stages.get(`assemble-${name}`)?.lines).toEqual([
      `RUN ${MOUNTS.map((mount) => `--mount=type=${mount} `).join('')}node deploy/image/assemble.ts ${name} /out`,
    ]);
  });

  test('the version, revision, moment and source of an image are told by the build', () => {
    const [label = ''] =
      stages.get('runtime')?.lines.filter((line) => line.startsWith('LABEL')) ?? [];
    for (const name of ['version', 'revision', 'created', 'source']) {
      expect(label).toContain(`org.opencontainers.image.${name}="\${${name.toUpperCase()}}"`);
    }
    expect(label).toContain('org.opencontainers.image.base.name="${RUNTIME_IMAGE}"');
    expect(label).toContain('dev.tollgate.image.node="${NODE_IMAGE}"');
  });

  test('nothing runs on the processor of the image, so that no build has to emulate one', () => {
    const running = [...stages].filter(([, { lines }]) =>
      lines.some((line) => line.startsWith('RUN')),
    );
    expect(running.map(([name]) => name).filter((name) => !name.startsWith('assembl'))).toEqual([]);
    expect(text).toContain('FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS assembly\n');
  });

  test('all of them are built and tagged by the bake file, with arguments that are there', () => {
    const bake = JSON.parse(readFileSync(join(ROOT, 'deploy/docker-bake.json'), 'utf8')) as Bake;
    const { matrix, args, target, tags, dockerfile } = bake.target.image;
    expect(matrix.name.toSorted()).toEqual(made.toSorted());
    expect([dockerfile, target, tags]).toEqual([
      'deploy/Dockerfile',
      '${name}',
      ['${REGISTRY}/${name}:${VERSION}'],
    ]);
    const known = [...text.matchAll(/^ARG (\w+)/gmu)].map(([, name]) => name);
    for (const [name, value] of Object.entries(args)) {
      expect([known, value]).toEqual([expect.arrayContaining([name]), `\${${name}}`]);
      expect(bake.variable).toHaveProperty(name);
    }
    for (const base of ['NODE_IMAGE', 'RUNTIME_IMAGE']) {
      const stated = new RegExp(`^ARG ${base}=(\\S+)$`, 'mu').exec(text)?.[1];
      expect([base, bake.variable[base]?.default]).toEqual([base, stated]);
    }
  });

  test.each(SERVICES)('$name runs its entry on its ports, from its own deployment', (service) => {
    const { name, entry, nodeFlags = [], ports } = service;
    expect(JSON.parse(valueOf(name, 'CMD') ?? '')).toEqual(['node', ...nodeFlags, entry]);
    expect(valueOf(name, 'EXPOSE')).toBe(Object.values(ports).join(' '));
    expect(valueOf(name, 'COPY')).toBe(`--from=assemble-${name} /out /app`);
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
