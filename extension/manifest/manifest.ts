import { words } from '../strings.ts';

/** The browsers that the extension supports. */
export const BROWSERS = ['chromium', 'firefox'] as const;
export type ExtensionBrowser = (typeof BROWSERS)[number];

const ICONS = { 16: 'icons/16.png', 32: 'icons/32.png', 48: 'icons/48.png', 128: 'icons/128.png' };

/**
 * Only the package's own files run or load. Calls and frames reach only the service on this machine. `data:` pictures
 * come with the documents.
 */
const EXTENSION_PAGES_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  'connect-src http://127.0.0.1:*',
  'frame-src http://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ');

/** Keeps Firefox's storage, and the extension's place in its store, under one name. It is a random UUID in braces. */
const FIREFOX_ID = '{8b6f3c1e-52d4-4a8b-9f07-3d1c6e94b2a7}';
/** 128 introduced `optional_host_permissions`. 142 reads the declaration of collected data on every platform. */
const FIREFOX_OLDEST = '142.0';
/** 116 introduced `sidePanel.open`; 123 introduced `light-dark()`, which the stylesheets use. */
const CHROMIUM_OLDEST = '123';

const shared = (version: string) => ({
  manifest_version: 3,
  name: 'diffsvc',
  version,
  description: words.about,
  icons: ICONS,
  action: { default_popup: 'popup/popup.html', default_title: 'diffsvc', default_icon: ICONS },
  options_ui: { page: 'options/options.html', open_in_tab: true },
  optional_permissions: ['clipboardRead'],
  optional_host_permissions: ['http://127.0.0.1/*'],
  content_security_policy: { extension_pages: EXTENSION_PAGES_POLICY },
  // Captures stay on the disk until they are replaced, so private windows are excluded.
  incognito: 'not_allowed',
  commands: {
    'page-original': { suggested_key: { default: 'Alt+Shift+O' }, description: words.gestures.pageOriginal },
    'page-revised': { suggested_key: { default: 'Alt+Shift+C' }, description: words.gestures.pageRevised },
    'page-since': { suggested_key: { default: 'Alt+Shift+L' }, description: words.gestures.pageSince },
    'page-pair': { suggested_key: { default: 'Alt+Shift+T' }, description: words.gestures.pagePair },
    'selection-original': { description: words.gestures.selectionOriginal },
    'selection-revised': { description: words.gestures.selectionRevised },
  },
});

/** `manifest.json` of one browser. `version` has one to four numbers separated by points. */
export function manifestFor(browser: ExtensionBrowser, version: string): Record<string, unknown> {
  const permissions = ['activeTab', 'scripting', 'contextMenus', 'storage'];
  if (browser === 'chromium') {
    return {
      ...shared(version),
      minimum_chrome_version: CHROMIUM_OLDEST,
      permissions: [...permissions, 'sidePanel'],
      background: { service_worker: 'background.js', type: 'module' },
      side_panel: { default_path: 'panel/panel.html' },
    };
  }
  return {
    ...shared(version),
    permissions,
    background: { scripts: ['background.js'], type: 'module' },
    sidebar_action: { default_panel: 'panel/panel.html', default_title: 'diffsvc', open_at_install: false },
    browser_specific_settings: {
      gecko: {
        id: FIREFOX_ID,
        strict_min_version: FIREFOX_OLDEST,
        data_collection_permissions: { required: ['none'] },
      },
    },
  };
}
