import { isLayout, isTheme, type Layout, type Theme } from '../../shared/messages/display.ts';

/** How the address asks for a comparison to be shown (specification 4.9). */
export interface ViewerOptions {
  readonly theme: Theme;
  readonly layout: Layout;
  readonly collapse: boolean;
  /** False: no top navigation. */
  readonly controls: boolean;
  readonly transparent: boolean;
  /** True: reviewed from the start. False: not to be reviewed from the page. Null: as the reader likes. */
  readonly review: boolean | null;
}

/** The options of a query; a value that is not one of 4.9 counts as left out. */
export function viewerOptions(query: URLSearchParams): ViewerOptions {
  const theme = query.get('theme');
  const layout = query.get('view');
  const review = query.get('review');
  return {
    theme: isTheme(theme) ? theme : 'system',
    layout: isLayout(layout) ? layout : 'unified',
    collapse: query.get('collapse') !== 'false',
    controls: query.get('controls') !== 'false',
    transparent: query.get('bg') === 'transparent',
    review: review === 'true' ? true : review === 'false' ? false : null,
  };
}
