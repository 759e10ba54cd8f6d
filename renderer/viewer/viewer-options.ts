import { isLayout, isTheme, type Layout, type Theme } from '../../shared/messages/display.ts';

/** The display options in the address of a comparison (docs/embed.md). */
export interface ViewerOptions {
  readonly theme: Theme;
  readonly layout: Layout;
  readonly collapse: boolean;
  /** False: no top navigation. */
  readonly controls: boolean;
  readonly transparent: boolean;
  /** True: the review starts at once. False: the page offers no review. Null: the reader chooses. */
  readonly review: boolean | null;
}

/** The options of a query. An invalid value counts as missing. */
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
