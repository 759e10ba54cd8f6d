import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ServiceError } from '../../shared/errors.ts';
import type { PageRenderer } from '../comparison/pages/page-ports.ts';
import type { Programs } from './programs.ts';
import { runProgram } from './run-program.ts';
import { withoutTimes } from './without-times.ts';

/** Settings of the profile: no macros, no active content, no updated links. */
const SETTINGS = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
] as const;

const PROFILE = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
${SETTINGS.map(([path, name, value]) => `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`).join('\n')}
</oor:items>
`;
const NOWHERE = 'http://127.0.0.1:9';

/** Lays out DOCX with LibreOffice on this machine. Each run has its own profile, which is then deleted. */
export class OfficeRenderer implements PageRenderer {
  readonly name = 'libreoffice';
  readonly #programs: Programs;

  constructor(programs: Programs) {
    this.#programs = programs;
  }

  /** See `PageRenderer`. The file must have no external references: see `closedCopy`. */
  async render(docx: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
    const { office, path } = this.#programs;
    if (office === null) {
      throw new ServiceError(
        'renderer_unavailable',
        'Rendering the pages of DOCX needs LibreOffice, and none was found. Install libreoffice-writer and compare again; the comparison itself needs none.',
      );
    }
    const directory = await mkdtemp(join(tmpdir(), 'diffsvc-pages-'));
    try {
      const profile = join(directory, 'profile');
      await mkdir(join(profile, 'user'), { recursive: true });
      await writeFile(join(profile, 'user', 'registrymodifications.xcu'), PROFILE);
      await writeFile(join(directory, 'source.docx'), docx);
      await runProgram(
        {
          file: office,
          arguments: [
            `-env:UserInstallation=${pathToFileURL(profile).href}`,
            ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nofirststartwizard'],
            ...['--convert-to', 'pdf:writer_pdf_Export', '--outdir', directory, join(directory, 'source.docx')],
          ],
          environment: {
            ...{ HOME: directory, TMPDIR: directory, PATH: path, LANG: 'C.UTF-8' },
            ...{ http_proxy: NOWHERE, https_proxy: NOWHERE, ftp_proxy: NOWHERE, all_proxy: NOWHERE },
          },
          directory,
        },
        signal,
      );
      return withoutTimes(await readFile(join(directory, 'source.pdf')));
    } finally {
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    }
  }
}
