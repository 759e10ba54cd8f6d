import { isSecret } from './controls.ts';
import { activeElementOf, elementsIn, matches, selectionOf } from './plain-dom.ts';
import type { Extent } from './read-nodes.ts';
import { shadowRootOf } from './shadow-root.ts';

/** The selection: parts of the page, or of the text of a field. */
export type FoundSelection =
  { readonly kind: 'ranges'; readonly ranges: readonly Extent[] } | { readonly kind: 'text'; readonly text: string };

/** Fields whose selection is text. Passwords and data of payment cards are never read. */
const TEXT_FIELD = 'textarea, input:is([type=text], [type=search], [type=url], [type=email], [type=tel], :not([type]))';

/**
 * Finds the selection in a document, its fields, its shadow trees, and its frames of the same origin. Null if nothing
 * is selected.
 */
export function findSelection(page: Document): FoundSelection | null {
  const documents = [page];
  // The list grows meanwhile, and each document has its turn.
  for (const at of documents) {
    const found = fieldSelection(activeElementOf(at)) ?? rangesOf(selectionOf(at)) ?? shadowSelection(at);
    if (found !== null) return found;
    for (const frame of elementsIn(at, 'iframe, frame')) {
      const inner = documentOf(frame as HTMLIFrameElement);
      if (inner !== null) documents.push(inner);
    }
  }
  return null;
}

function documentOf(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}

function fieldSelection(focused: Element | null): FoundSelection | null {
  if (focused === null || !matches(focused, TEXT_FIELD) || isSecret(focused)) return null;
  const { value, selectionStart, selectionEnd } = focused as HTMLTextAreaElement;
  const text = value.slice(selectionStart, selectionEnd);
  return text === '' ? null : { kind: 'text', text };
}

/** Firefox selects several cells of a table as several ranges. */
function rangesOf(selection: Selection | null): FoundSelection | null {
  if (selection === null || selection.isCollapsed) return null;
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  const held = ranges.filter((range) => !range.collapsed);
  return held.length === 0 ? null : { kind: 'ranges', ranges: held };
}

/** Chromium hides a selection inside a shadow tree from the document. The tree itself reports it. */
function shadowSelection(page: Document): FoundSelection | null {
  const roots: (Document | ShadowRoot)[] = [page];
  // The list grows meanwhile. A page may have very many trees.
  for (const at of roots) {
    const own = at as { getSelection?: () => Selection | null };
    const found = at === page ? null : rangesOf(own.getSelection?.() ?? null);
    if (found !== null) return found;
    for (const element of elementsIn(at, '*')) {
      const shadow = shadowRootOf(element);
      if (shadow !== null) roots.push(shadow);
    }
  }
  return null;
}
