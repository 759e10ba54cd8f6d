/**
 * The layers (ARCHITECTURE.md) as rules. `npm run layers` checks them. Types count as imports. A path is relative to the
 * project's root; packages are `node_modules/NAME/`.
 */
import { readFileSync } from 'node:fs';

const READERS =
  'parse5 saxes css-select entities markdown-it markdown-it-footnote dingbat-to-unicode pdfjs-dist numfmt papaparse';
const PARTS_OF_ENGINE = 'service/engine/(diff|tokens|align|simplify|text)/';
/** What every folder of the service may import, except the engine. */
const COMMON = 'shared/ service/sha256.ts';
const REDLINE = `${COMMON} service/ooxml/ ${PARTS_OF_ENGINE} node packages`;
const PORTS = `${COMMON} service/admission/ service/comparison/ service/exports/ service/pipeline/ node packages`;
const RUNS_PROGRAMS =
  'service/workers/(task-process|serve-task).ts service/pages/((find-program|run-program|programs).ts|confinement/)';
const PAGES = 'shared/ svelte idb pdfjs-dist bits-ui @lucide @fontsource-variable';
const SERVICE_FILES = 'service/[^/]+.ts';

/**
 * What the files of a folder may import beside their folder: paths, packages by name, `packages` for any, `node` for any
 * module of Node, `node:NAME` for one. The row of a deeper folder replaces the row of the folder around it.
 */
const MAY_IMPORT = {
  'shared/': 'typebox eventsource-parser',
  'service/engine/': 'shared/',
  'service/ooxml/': `${COMMON} node packages`,
  'service/formats/': `${COMMON} service/ooxml/ ${READERS} node:module node:path node:zlib node:crypto`,
  'service/redline/': REDLINE,
  'service/redline/package/': REDLINE,
  'service/redline/(text|adopt|merge)/': `${REDLINE} service/redline/(package|text|adopt|merge)/`,
  'service/pipeline/': `${COMMON} service/(formats|ooxml|engine|redline)/ node packages`,
  'service/pipeline/[^/]+/': `${COMMON} service/(formats|ooxml|engine|redline)/ service/pipeline/[^/]+/ node packages`,
  'service/exports/': `${COMMON} service/(pipeline|formats|ooxml|engine|redline)/ node packages`,
  'service/witness/': `${COMMON} service/formats/ service/engine/diff/ ${RUNS_PROGRAMS} node mammoth`,
  'service/witness/decided/': `${COMMON} service/witness/ service/engine/diff/ node jszip @xmldom`,
  'service/witness/decided/(check-decided-docx|printed-lines).ts': 'shared/ service/(witness|formats)/',
  'service/admission/': `${COMMON} service/store/ node packages`,
  'service/comparison/': `shared/ service/(admission|pipeline|exports|formats|engine|store|jobs)/ ${SERVICE_FILES} node packages`,
  'service/configuration/': 'shared/ service/(admission|comparison)/ node packages',
  'service/http/': `shared/ service/(admission|comparison|pipeline|exports|configuration)/ ${SERVICE_FILES} node packages`,
  'service/store/': PORTS,
  'service/workers/': PORTS,
  'service/jobs/': PORTS,
  'service/pages/': PORTS,
  'service/cluster/': `${PORTS} service/(store|configuration)/ ${SERVICE_FILES}`,
  'service/entry-points/': 'shared/ service/ node packages',
  'service/library/': 'shared/ service/(engine|formats|pipeline)/ packages',
  'service/cli/': `shared/ service/(admission|comparison|pipeline|exports|ooxml|configuration|cluster|witness)/ ${SERVICE_FILES} node packages`,
  'service/': 'shared/ node packages',
  'bin/': 'node',
  'renderer/': PAGES,
  'renderer/design/': 'shared/ renderer/strings/ svelte bits-ui @lucide @fontsource-variable',
  'renderer/strings/': 'shared/',
  'extension/':
    'shared/ renderer/((design|commands|change|list|notes|document|frame|review|document-view|find|files|styles)/|strings/say.ts|embed/host-link) packages',
  'electron/': 'shared/ node electron electron-updater typebox env-paths chokidar',
  'electron/preload/': 'shared/messages/ electron',
};

/** What only these folders may import: everybody else does without it. */
const ONLY_FOR = {
  'service/cli/': 'bin/ scripts/ test/',
  'service/witness/': 'service/cli/ service/entry-points/check-process.ts test/',
  'service/(main|start-service).ts': `service/cli/ ${SERVICE_FILES} test/ scripts/`,
  svelte: 'renderer/ extension/ test/',
  vite: 'renderer/ extension/ electron/ scripts/ test/ vitest.config.ts',
  idb: 'renderer/ extension/ test/',
  mammoth: 'service/witness/ test/',
  jszip: 'service/witness/decided/ test/',
  '@xmldom': 'service/witness/decided/ test/',
  'bits-ui': 'renderer/design/ test/',
};

/** Files that build a page or a shell. They run in Node. */
const BUILDS = '(^|/)(page-build|vite\\.config)\\.ts$';
/** Packages that only `npm run lab` installs. */
const lab = JSON.parse(readFileSync(new URL('test/lab/package.json', import.meta.url), 'utf8')).dependencies;

/** @param {string} path of a folder, with a slash at its end, or of a file */
const pathAt = (path) => `^${path.replaceAll('.ts', '\\.ts')}`;

/** The patterns of the paths and packages that a row names. @param {string} row */
function patternsOf(row) {
  return row.split(' ').flatMap((each) => {
    if (each === 'node' || each === 'packages') return [];
    if (each.startsWith('node:')) return [`^${each.slice('node:'.length)}$`];
    return [/[/.]/.test(each) ? pathAt(each) : `^node_modules/(@types/)?${each}/`];
  });
}

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = Object.entries(MAY_IMPORT).map(([folder, row]) => {
  const words = row.split(' ');
  /** @type {import('dependency-cruiser').DependencyType[]} */
  const allowed = [];
  if (words.includes('node')) allowed.push('core');
  if (words.includes('packages')) allowed.push('npm', 'npm-dev', 'npm-optional', 'npm-peer');
  const deeper = Object.keys(MAY_IMPORT).filter((other) => other !== folder && other.startsWith(folder));
  return {
    name: folder,
    comment: `${folder} may import ${row.replaceAll(' ', ', ')}. Move what needs more to a folder that may, or pass its result in.`,
    severity: 'error',
    from: { path: pathAt(folder), pathNot: [...deeper.map(pathAt), BUILDS] },
    to: { pathNot: [pathAt(folder), ...patternsOf(row)], ...(allowed.length > 0 && { dependencyTypesNot: allowed }) },
  };
});

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const doors = Object.entries(ONLY_FOR).map(([what, row]) => ({
  name: `${what} for few`,
  comment: `Only ${row.replaceAll(' ', ', ')} may import ${what}. Move what you need of it to a layer below both.`,
  severity: 'error',
  from: { pathNot: [...patternsOf(row), ...patternsOf(what)] },
  to: { path: patternsOf(what) },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layers,
    ...doors,
    {
      name: 'one-door-to-electron',
      comment:
        'Only electron/main/main.ts and electron/preload import what Electron offers; everything else takes the objects it needs as arguments, and their types. So it runs in tests without Electron.',
      severity: 'error',
      from: { path: '^electron/main/(?!main\\.ts$)' },
      to: { path: patternsOf('electron'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'stores-are-passed-in',
      comment:
        'Use cases and admission know a store, and the queue of jobs, as a type. Import the type of the class, and let service/start-service.ts pass the object in.',
      severity: 'error',
      from: { path: '^service/(admission|comparison)/' },
      to: { path: '^service/(store|jobs)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-a-cluster-loads-it',
      comment:
        'The embedded shape loads nothing of service/cluster. Import it with `await import(…)` where the configuration names a cluster. Types may be imported.',
      severity: 'error',
      from: { path: '^service/(?!cluster/)' },
      to: { path: '^service/cluster/', dynamic: false, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-development-package-in-the-service',
      comment:
        'The service runs where no development package is installed. Name the package in "dependencies" of package.json, or do without it.',
      severity: 'error',
      from: { path: '^(shared|service|bin)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/@types/',
      },
    },
    {
      name: 'lab-packages-only-in-the-lab',
      comment:
        'Only `npm run lab` installs this package. Import it in test/lab only, or add it to the package.json of the project.',
      severity: 'error',
      from: { pathNot: '^test/lab/' },
      to: { path: `^(test/lab/node_modules/)?(${Object.keys(lab).join('|')})(/|$)` },
    },
    {
      name: 'no-cycle',
      comment: 'These files need each other. Move what both use into a third file that imports neither.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphan',
      comment:
        'No file imports this one and it imports none. Use it or delete it; a file that is started by its name belongs on the list of exceptions here.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(shared|service|renderer)/',
        pathNot: ['\\.d\\.ts$', '\\.css$', '/migrations/', '/vite\\.config\\.ts$'],
      },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'This import leads nowhere. Spell the file with its ending (.ts), or add the package to package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^(\\$app|virtual:)', `^(${Object.keys(lab).join('|')})$`] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|coverage|\\.cache|fixtures)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
