import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DEFAULT_STATE_DIR, findOnPath, isExecutable } from '@tollgate/deploy/local/paths';
import { execa } from 'execa';

/** A program that is built from a module of the Go proxy. */
interface GoTool {
  name: string;
  module: string;
  version: string;
  /** The path of the main package below the module. */
  path: string;
  /**
   * The version of what the module replaces by folders of its own repository, which the proxy has
   * as modules.
   */
  stagingVersion?: string;
  /** For the linker: variables of packages. */
  variables?: Readonly<Record<string, string>>;
}

/** The API server, as a cluster of this version runs it. */
export const KUBE_APISERVER: GoTool = {
  name: 'kube-apiserver',
  module: 'k8s.io/kubernetes',
  version: 'v1.34.4',
  path: 'cmd/kube-apiserver',
  stagingVersion: 'v0.34.4',
  variables: {
    'k8s.io/component-base/version.gitMajor': '1',
    'k8s.io/component-base/version.gitMinor': '34',
    'k8s.io/component-base/version.gitVersion': 'v1.34.4',
  },
};

/** Renders charts. */
export const HELM: GoTool = {
  name: 'helm',
  module: 'helm.sh/helm/v3',
  version: 'v3.18.6',
  path: 'cmd/helm',
  // For which cluster charts are rendered and looked at where there is none; without these, for one
  // of 2020.
  variables: Object.fromEntries(
    ['chartutil', 'lint/rules'].flatMap((name) => [
      [`helm.sh/helm/v3/pkg/${name}.k8sVersionMajor`, '1'],
      [`helm.sh/helm/v3/pkg/${name}.k8sVersionMinor`, '34'],
    ]),
  ),
};

/** At most so many packages are compiled side by side. */
const COMPILERS = 2;
const GO_ENV = { GOFLAGS: `-mod=mod -p=${COMPILERS}` };
const TOOLS = join(DEFAULT_STATE_DIR, 'tools');

const folderOf = ({ name, version }: GoTool): string => join(TOOLS, `${name}-${version}`);

/** Path of the program where it was built before; undefined otherwise. */
export async function builtTool(tool: GoTool): Promise<string | undefined> {
  const path = join(folderOf(tool), tool.name);
  return (await isExecutable(path)) ? path : undefined;
}

interface Downloaded {
  Dir: string;
  GoMod: string;
}

async function download(module: string, version: string): Promise<Downloaded> {
  const { stdout } = await execa('go', ['mod', 'download', '-json', `${module}@${version}`], {
    cwd: TOOLS,
  });
  return JSON.parse(stdout) as Downloaded;
}

interface GoModFile {
  Go: string;
  Replace: { Old: { Path: string }; New: { Path: string; Version?: string } }[] | null;
}

/** A module of our own that asks for the tool and repeats what its module replaces. */
async function moduleAround(tool: GoTool): Promise<string> {
  const { GoMod } = await download(tool.module, tool.version);
  const { stdout } = await execa('go', ['mod', 'edit', '-json', GoMod]);
  const { Go, Replace } = JSON.parse(stdout) as GoModFile;
  const replaced = (Replace ?? []).map(({ Old, New }) =>
    New.Path.startsWith('./')
      ? `replace ${Old.Path} => ${Old.Path} ${tool.stagingVersion}`
      : `replace ${Old.Path} => ${New.Path} ${New.Version}`,
  );
  const required = `require ${tool.module} ${tool.version}`;
  return ['module tool', `go ${Go}`, required, ...replaced, ''].join('\n');
}

/**
 * Builds a program into the state folder unless it is there. Gives its path. Takes minutes.
 * @throws one line that says what to install
 */
export async function buildTool(tool: GoTool): Promise<string> {
  const there = await builtTool(tool);
  if (there !== undefined) return there;
  if ((await findOnPath('go')) === undefined) {
    throw new Error(`${tool.name} is missing: install Go 1.24 or later, which builds it.`);
  }
  const folder = folderOf(tool);
  const work = join(folder, 'module');
  await mkdir(work, { recursive: true });
  await writeFile(join(work, 'go.mod'), await moduleAround(tool));
  const main = `${tool.module}/${tool.path}`;
  // An import is what brings the modules that the package needs into go.mod.
  const imports = `//go:build tools\n\npackage tool\n\nimport _ "${main}"\n`;
  await writeFile(join(work, 'tool.go'), imports);
  const options = { cwd: work, env: GO_ENV };
  await execa('go', ['get', `${main}@${tool.version}`], options);
  const variables = Object.entries(tool.variables ?? {}).map(([name, is]) => `-X ${name}=${is}`);
  const flags = ['-trimpath', '-ldflags', ['-s', '-w', ...variables].join(' ')];
  const made = join(work, tool.name);
  await execa('nice', ['go', 'build', ...flags, '-o', made, main], options);
  const path = join(folder, tool.name);
  await rename(made, path);
  await rm(work, { recursive: true });
  return path;
}

/** Definitions of resources as an operator's release has them. */
interface Definitions {
  module: string;
  version: string;
  /** Below the module. */
  files: readonly string[];
}

const DEFINITIONS: readonly Definitions[] = [
  {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    files: ['podmonitors', 'prometheusrules'].map(
      (name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`,
    ),
  },
  {
    module: 'github.com/cloudnative-pg/cloudnative-pg',
    version: 'v1.27.0',
    files: ['clusters', 'scheduledbackups'].map(
      (name) => `config/crd/bases/postgresql.cnpg.io_${name}.yaml`,
    ),
  },
  {
    module: 'sigs.k8s.io/gateway-api',
    version: 'v1.3.0',
    files: ['gateways', 'httproutes'].map(
      (name) => `config/crd/standard/gateway.networking.k8s.io_${name}.yaml`,
    ),
  },
  {
    module: 'github.com/external-secrets/external-secrets',
    version: 'v0.19.2',
    files: ['config/crds/bases/external-secrets.io_externalsecrets.yaml'],
  },
  {
    module: 'github.com/argoproj/argo-cd/v3',
    version: 'v3.0.12',
    files: ['manifests/crds/application-crd.yaml'],
  },
  {
    module: 'github.com/fluxcd/kustomize-controller',
    version: 'v1.7.3',
    files: ['config/crd/bases/kustomize.toolkit.fluxcd.io_kustomizations.yaml'],
  },
  {
    module: 'github.com/fluxcd/source-controller',
    version: 'v1.8.5',
    files: ['config/crd/bases/source.toolkit.fluxcd.io_gitrepositories.yaml'],
  },
  {
    module: 'github.com/kedacore/keda/v2',
    version: 'v2.17.2',
    files: ['scaledobjects', 'triggerauthentications'].map(
      (name) => `config/crd/bases/keda.sh_${name}.yaml`,
    ),
  },
];

const definitionFiles = DEFINITIONS.flatMap(({ module, version, files }) =>
  files.map((file) => ({ module, version, file, path: join(TOOLS, 'crds', version, file) })),
);

/**
 * Fetches the definitions of the operators' resources into the state folder. Gives the paths of the
 * files.
 */
export async function fetchDefinitions(): Promise<string[]> {
  await mkdir(TOOLS, { recursive: true });
  for (const { module, version, file, path } of definitionFiles) {
    const { Dir } = await download(module, version);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(join(Dir, file), path);
  }
  return definitionFiles.map(({ path }) => path);
}

/** Paths of the definitions; they are there once `fetchDefinitions` has been run. */
export const DEFINITION_PATHS: readonly string[] = definitionFiles.map(({ path }) => path);
