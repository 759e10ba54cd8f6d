/**
 * The layers (ARCHITECTURE.md) as rules. `npm run layers` checks them; each message says what to do instead.
 * Types count as imports. A path is relative to the project's root; packages are `node_modules/NAME/`.
 */
import { readFileSync } from 'node:fs';

/** Packages that only `npm run lab` installs. */
const lab = JSON.parse(readFileSync(new URL('test/lab/package.json', import.meta.url), 'utf8')).dependencies;

/** @param {...string} names a regular expression for these npm packages and their type packages */
const packages = (...names) => `^node_modules/(@types/)?(${names.join('|')})/`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'shared-imports-nobody',
      comment:
        'shared/ is imported by everybody and runs everywhere: it imports only itself, typebox and eventsource-parser. Move what needs Node, the DOM or another package to the layer that uses it, and pass its result in.',
      severity: 'error',
      from: { path: '^shared/' },
      to: { pathNot: ['^shared/', packages('typebox', 'eventsource-parser')] },
    },
    {
      name: 'engine-is-pure',
      comment:
        'service/engine compares documents and knows nothing else: it imports only shared/ and itself, no Node module, no package. Read or write outside it, in service/formats or service/pipeline.',
      severity: 'error',
      from: { path: '^service/engine/' },
      to: { pathNot: ['^shared/', '^service/engine/'] },
    },
    {
      name: 'ooxml-knows-packages-only',
      comment:
        'service/ooxml opens and writes packages and knows XML: it imports only shared/, itself, Node and its parsers. Put what a document means into service/formats/docx, and how two differ into service/redline.',
      severity: 'error',
      from: { path: '^service/ooxml/' },
      to: { path: '^service/(?!ooxml/)' },
    },
    {
      name: 'formats-parse-only',
      comment:
        'service/formats turns text into a Document: it imports only shared/, itself and the parsers. Put a decision about a comparison into service/pipeline; name a new parser here.',
      severity: 'error',
      from: { path: '^service/formats/' },
      to: {
        pathNot: [
          '^shared/',
          '^service/formats/',
          '^service/ooxml/',
          packages(
            'parse5',
            'saxes',
            'css-select',
            'entities',
            'markdown-it',
            'markdown-it-footnote',
            'dingbat-to-unicode',
            'pdfjs-dist',
          ),
          // Where the package of a parser keeps its character maps.
          '^(module|path)$',
          // What unpacks the streams of a PDF.
          '^zlib$',
          // Digests of what is listed instead of compared.
          '^crypto$',
        ],
      },
    },
    {
      name: 'witness-reads-beside',
      comment:
        'service/witness reads a file a second time and compares words. It imports shared/, service/formats and the integer part of the engine (diff). It runs programs within limits through workers/task-process, workers/serve-task, pages/programs, pages/find-program, pages/confinement and pages/run-program. It knows no request, no store and no job.',
      severity: 'error',
      from: { path: '^service/witness/' },
      to: {
        path: '^service/(?!witness/|formats/|engine/diff/|workers/(task-process|serve-task)\\.ts|pages/((programs|find-program|run-program)\\.ts|confinement/))',
      },
    },
    {
      name: 'witness-judges-from-outside',
      comment:
        'Only the command line and the process of the last check call the witness. Nothing that makes a result may depend on the reader that judges it.',
      severity: 'error',
      from: { path: '^service/', pathNot: '^service/((witness|cli)/|entry-points/check-process\\.ts$)' },
      to: { path: '^service/witness/' },
    },
    {
      name: 'last-check-reads-by-itself',
      comment:
        'The second reader of the last check shares no code with what writes files: no service/ooxml, no parser and no archive of the writer. Only check-decided-docx.ts also calls our own reader.',
      severity: 'error',
      from: { path: '^service/witness/decided/', pathNot: '/check-decided-docx\\.ts$' },
      to: {
        path: ['^service/(?!witness/|engine/diff/)', packages('saxes', 'yauzl', 'fflate', 'docx')],
      },
    },
    {
      name: 'parsers-of-the-last-check',
      comment: 'jszip and @xmldom/xmldom are for the last check, because no writer uses them.',
      severity: 'error',
      from: { path: '^(shared|service|bin|renderer|electron|extension)/', pathNot: '^service/witness/decided/' },
      to: { path: packages('jszip', '@xmldom') },
    },
    {
      name: 'mammoth-only-in-the-witness',
      comment: 'mammoth is the second reader of DOCX. Our own reader is service/formats/docx.',
      severity: 'error',
      from: { path: '^(shared|service|bin|renderer|electron|extension)/', pathNot: '^service/witness/' },
      to: { path: packages('mammoth') },
    },
    {
      name: 'redline-compares-packages',
      comment:
        'service/redline compares OOXML packages. It imports shared/, service/ooxml and parts of the engine: diff, tokens, align, simplify, text. Let service/exports pass in what it needs of a job or a store.',
      severity: 'error',
      from: { path: '^service/redline/' },
      to: { path: '^service/(?!redline/|ooxml/|engine/(diff|tokens|align|simplify|text)/)' },
    },
    {
      name: 'redline-by-stage',
      comment:
        'service/redline is folded by stage: write-redline.ts, then keep, verify, merge, text, adopt, package. A stage imports only stages below it. Move what two stages need into the lower one.',
      severity: 'error',
      from: { path: '^service/redline/(package|text|adopt|merge)/' },
      to: { path: '^service/redline/(verify/|keep/|write-redline)' },
    },
    {
      name: 'redline-package-is-the-ground',
      comment:
        'service/redline/package is the lowest stage of the redline. It imports no other stage. Pass in what it needs.',
      severity: 'error',
      from: { path: '^service/redline/package/' },
      to: { path: '^service/redline/', pathNot: '^service/redline/package/' },
    },
    {
      name: 'pipeline-is-pure',
      comment:
        'service/pipeline reads, compares and verifies. It knows no request, no store and no job. Pass in what it needs. Put a use case into service/comparison. Put a file that is made of a result into service/exports.',
      severity: 'error',
      from: { path: '^service/pipeline/' },
      to: { path: '^service/(?!pipeline/|formats/|ooxml/|engine/|redline/)' },
    },
    {
      name: 'pipeline-has-one-top',
      comment:
        'The files at the root of service/pipeline are its uses: they import its folders, and no folder imports them. Move what a folder needs into the folder that owns it.',
      severity: 'error',
      from: { path: '^service/pipeline/[^/]+/' },
      to: { path: '^service/pipeline/[^/]+\\.ts$' },
    },
    {
      name: 'exports-make-files',
      comment:
        'service/exports makes one file of one finished comparison. It knows no request, no store and no job. Put a use case into service/comparison.',
      severity: 'error',
      from: { path: '^service/exports/' },
      to: { path: '^service/(?!exports/|pipeline/|formats/|ooxml/|engine/|redline/)' },
    },
    {
      name: 'http-through-use-cases',
      comment:
        'service/http only turns requests into use cases and results into answers. Call a use case of service/comparison. A port gives the use case what it needs of a store, a worker or a job. Let service/start-service.ts pass the port in.',
      severity: 'error',
      from: { path: '^service/http/' },
      to: {
        path: '^service/(engine|formats|redline|store|cluster|workers|jobs|pages|main\\.ts|start-service\\.ts)',
      },
    },
    {
      name: 'use-cases-define-ports',
      comment:
        'service/comparison holds the use cases and defines the ports. Declare an interface there, implement it in store/, workers/, jobs/ or pages/, and let service/start-service.ts pass the implementation in.',
      severity: 'error',
      from: { path: '^service/comparison/' },
      to: { path: '^service/(http|store|cluster|workers|jobs|pages|main\\.ts|start-service\\.ts)' },
    },
    {
      name: 'admission-knows-no-operation',
      comment:
        'service/admission lets requests in, whatever they ask for: it imports only shared/, itself and Node. Declare what it needs as a port in admission/ports.ts, and let the operation call it, not the other way round.',
      severity: 'error',
      from: { path: '^service/admission/' },
      to: { path: '^service/', pathNot: '^service/admission/' },
    },
    {
      name: 'ports-know-only-use-cases',
      comment:
        'store/, workers/, jobs/ and pages/ implement ports of service/comparison and service/admission. They do not know each other, HTTP or the command line. Let service/start-service.ts connect them.',
      severity: 'error',
      from: { path: '^service/(store|workers|jobs|pages)/' },
      to: {
        path: '^service/(http|store|cluster|workers|jobs|pages|main\\.ts|start-service\\.ts)',
        pathNot: '^service/$1/',
      },
    },
    {
      name: 'cluster-stands-beside',
      comment:
        'service/cluster holds what several machines need. It builds on service/store and knows no other implementation, no HTTP and no command line. Let service/start-service.ts connect them.',
      severity: 'error',
      from: { path: '^service/cluster/' },
      to: { path: '^service/(http|workers|jobs|pages|cli|main\\.ts|start-service\\.ts)' },
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
      name: 'cli-through-use-cases',
      comment:
        'The command line is a caller like any other: `serve` calls service/main.ts, `compare` service/pipeline, `resolve` shared/fragment. Ask one of these for what is missing.',
      severity: 'error',
      from: { path: '^service/cli/' },
      to: { path: '^service/(engine|formats|redline|http|store|workers|jobs|pages)/' },
    },
    {
      name: 'nobody-imports-cli',
      comment: 'The command line is an end. Move what another part needs to service/pipeline or shared/.',
      severity: 'error',
      from: { path: '^(service|shared|renderer|electron|extension)/', pathNot: '^service/cli/' },
      to: { path: '^service/cli/' },
    },
    {
      name: 'service-knows-no-client',
      comment:
        'The service does not know who calls it. What it and a client both need belongs into shared/; what only a client needs stays there.',
      severity: 'error',
      from: { path: '^service/' },
      to: { path: '^(renderer|electron|extension)/' },
    },
    {
      name: 'renderer-imports-shared-only',
      comment:
        'renderer/ runs in a browser. It imports shared/, itself, svelte, idb, pdfjs-dist, and the components, icons and faces of the design. Ask the service over HTTP for what only the service can do.',
      severity: 'error',
      from: {
        path: '^renderer/',
        pathNot: '^renderer/(page-build|vite\\.config|(docs|embed|review-file|viewer)/vite\\.config)\\.ts$',
      },
      to: {
        pathNot: [
          '^shared/',
          '^renderer/',
          packages('svelte', 'idb', 'pdfjs-dist', 'bits-ui', '@lucide', '@fontsource-variable'),
        ],
      },
    },
    {
      name: 'bits-ui-only-in-the-design',
      comment:
        'Only renderer/design imports bits-ui. Use the component of renderer/design, or add one there, so that every page looks and behaves the same.',
      severity: 'error',
      from: { path: '^(renderer|extension)/', pathNot: '^renderer/design/' },
      to: { path: packages('bits-ui') },
    },
    {
      name: 'design-knows-no-page',
      comment:
        'renderer/design holds what every page is made of: it imports itself, the texts of renderer/strings.ts and its packages. Pass in what it shows.',
      severity: 'error',
      from: { path: '^renderer/design/' },
      to: { path: '^(renderer|shared)/', pathNot: '^renderer/(design/|strings\\.ts$)' },
    },
    {
      name: 'messages-know-no-page',
      comment:
        'renderer/strings.ts is imported by every page: it imports only shared/. Write out the argument type of a text, or move the type to shared/.',
      severity: 'error',
      from: { path: '^renderer/strings\\.ts$' },
      to: { pathNot: '^shared/' },
    },
    {
      name: 'electron-imports-shared-only',
      comment:
        'electron/ imports shared/, itself, Node and electron. It starts the service as a child process and loads the built renderer; it links against neither. Name a package here that it needs.',
      severity: 'error',
      from: { path: '^electron/', pathNot: '^electron/vite\\.config\\.ts$' },
      to: {
        path: '^(service|renderer|extension|test|scripts|bin)/|^node_modules/',
        pathNot: packages('electron', 'electron-updater', 'typebox', 'env-paths', 'chokidar', 'node'),
      },
    },
    {
      name: 'one-door-to-electron',
      comment:
        'Only electron/main/main.ts and electron/preload import what Electron offers; everything else takes the objects it needs as arguments, and their types. So it runs in tests without Electron.',
      severity: 'error',
      from: { path: '^(shared|service|renderer|extension|bin|electron/main/(?!main\\.ts$))' },
      to: { path: packages('electron'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'preload-is-small',
      comment:
        'electron/preload runs beside the page in the sandbox: it imports itself, what shared/messages says, and electron. Put work into electron/main, behind a request.',
      severity: 'error',
      from: { path: '^electron/preload/' },
      to: { pathNot: ['^electron/preload/', '^shared/messages/', packages('electron')] },
    },
    {
      name: 'extension-reuses-the-review',
      comment:
        'extension/ imports shared/, itself, and these folders of renderer/: design, commands, change, list, notes, document, frame, review, document-view, find, files, styles. It also imports the number texts of renderer/strings.ts and the link to a framed viewer. Make a thing that both pages need a component there. Ask the service over HTTP for the rest.',
      severity: 'error',
      from: { path: '^extension/' },
      to: {
        path: '^(service|renderer|electron|test|scripts)/',
        pathNot:
          '^renderer/((design|commands|change|list|notes|document|frame|review|document-view|find|files|styles)/|strings\\.ts$|embed/host-link)',
      },
    },
    {
      name: 'product-imports-no-test',
      comment: 'The product does not import its tests or scripts. Move what it needs into the layer that owns it.',
      severity: 'error',
      from: { path: '^(shared|service|renderer|electron|extension|bin)/' },
      to: { path: '^(test|scripts)/' },
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
      name: 'no-page-package-in-the-service',
      comment:
        'These packages build the pages. The service and the desktop package run without them: do without this one in shared/, service/ and bin/.',
      severity: 'error',
      from: { path: '^(shared|service|bin)/' },
      to: { path: packages('svelte', 'vite', '@sveltejs/vite-plugin-svelte', 'idb') },
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
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
