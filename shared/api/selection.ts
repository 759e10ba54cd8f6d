/** Which parts of a page are compared, by CSS selectors. */
import { Type } from 'typebox';

/** Maximum length of a selector, in UTF-16 units. */
const SELECTOR_MAX_LENGTH = 500;
/** Maximum number of selectors whose elements are left out. */
const SELECTORS_MAX = 20;

const Selector = (description: string) => Type.String({ minLength: 1, maxLength: SELECTOR_MAX_LENGTH, description });

/** The fields of a request. They apply to the sides that are HTML. */
export const SELECTION_FIELDS = {
  select: Type.Optional(
    Selector('CSS selector: only these elements of HTML are compared. What is outside of them is in `uncompared`.'),
  ),
  ignoreSelectors: Type.Optional(
    Type.Array(Selector('A CSS selector.'), {
      maxItems: SELECTORS_MAX,
      description: 'Elements of HTML that are not compared. Each is in `uncompared`.',
    }),
  ),
};

/** The parts of a page that are compared. */
export interface Selection {
  /** Only these elements; absent: the whole page. */
  readonly select?: string;
  /** Without these. */
  readonly ignoreSelectors?: readonly string[];
}

type AskedSelection = { readonly [Name in keyof Selection]?: Selection[Name] | undefined };

/** The selection of a request; undefined if it selects nothing. */
export function selectionOf({ select, ignoreSelectors = [] }: AskedSelection): Selection | undefined {
  if (select === undefined && ignoreSelectors.length === 0) return undefined;
  return { ...(select !== undefined && { select }), ...(ignoreSelectors.length > 0 && { ignoreSelectors }) };
}
