import envPaths from 'env-paths';
import { join, resolve } from 'node:path';

/** The input from which the places follow. */
export interface ShellEnvironment {
  readonly isPackaged: boolean;
  /** Folder of the built shell: `app.asar`, or `dist/desktop/app` of a checkout. */
  readonly appPath: string;
  /** Folder of the package's extra resources. */
  readonly resourcesPath: string;
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The absolute paths that the shell works with. */
export interface Places {
  readonly preload: string;
  /** The picture of the window where the program has none of its own. */
  readonly icon: string;
  /** The Node that the service runs on. */
  readonly node: string;
  /** The `diffsvc` command. */
  readonly command: string;
  /** The service's data. The command line and the browser page use the same folder. */
  readonly dataDir: string;
}

/**
 * The places in a package or in a checkout. A package contains Node and the built service; a checkout has both beside
 * the shell.
 */
export function placesOf({ isPackaged, appPath, resourcesPath, platform, environment }: ShellEnvironment): Places {
  const node = platform === 'win32' ? 'node.exe' : 'node';
  const project = resolve(appPath, '..', '..', '..');
  const { DIFFSVC_DATA_DIR: given = '' } = environment;
  return {
    preload: join(appPath, 'preload.cjs'),
    icon: join(appPath, 'icon.png'),
    ...(isPackaged
      ? {
          node: join(resourcesPath, 'node', node),
          command: join(resourcesPath, 'service', 'service', 'cli', 'main.js'),
        }
      : {
          node: join(project, 'node_modules', '.bin', node),
          // It starts the built program where that is newer than the sources.
          command: join(project, 'bin', 'diffsvc.js'),
        }),
    // service/configuration/read-configuration.ts finds it the same way.
    dataDir: given === '' ? envPaths('diffsvc', { suffix: '' }).data : resolve(given),
  };
}
