import { sizeInWords } from '../../../../shared/in-words.ts';
import { utf8Length } from '../../bytes.ts';
import { Parser, type Token } from 'parse5';
import { ServiceError } from '../../../../shared/errors.ts';
import { GUARD_MAX_DEPTH } from '../../max-depth.ts';
import { dropByteOrderMark } from '../../normalise/white-space.ts';
import type { Envelope } from '../../read-result.ts';
import type { ParentNode } from './html-tree.ts';
import { traitsOf } from './tags.ts';
import { treeAdapter, type TreeTypes } from './tree-adapter.ts';

/** Maximum number of start tags. An input with more is refused as `document_too_complex`. */
const GUARD_MAX_TAGS = 1_000_000;
/** Size in bytes from which the density of start tags is limited. */
const GUARD_DENSITY_FROM_BYTES = 64 * 1024;
/** Minimum number of bytes per start tag. A denser input is refused as `document_too_complex`. */
const GUARD_BYTES_PER_TAG = 5;

/** A parsed page, and what the envelope counts of its source. */
export interface ParsedHtml {
  readonly document: ParentNode;
  readonly envelope: Envelope;
}

/**
 * Maximum number of elements that the parser may add to the source. The HTML Standard opens unclosed formatting
 * elements again in every later block. A thousand of them cost each later paragraph a thousand elements.
 */
const ADDED_ELEMENTS_MAX = 1_000_000;

/**
 * Parses HTML of any quality into the tree that a browser builds (HTML Standard 13.2), with scripting on. It throws
 * `document_too_complex` as soon as the source passes a limit.
 */
export function parseHtml(source: string): ParsedHtml {
  const htmlBytes = utf8Length(source);
  const counts = new SourceCounts(htmlBytes);
  const options = {
    scriptingEnabled: true,
    treeAdapter: treeAdapter({
      created: () => counts.countElement(),
      opened: (depth) => checkDepth(depth),
    }),
  };
  const parser = new CountingParser(options);
  parser.counts = counts;
  parser.tokenizer.write(dropByteOrderMark(source), true);
  const { blockElements, startTags } = counts;
  return { document: parser.document, envelope: { htmlBytes, blockElements, startTags } };
}

/** parse5's parser, which also counts the start tags of the source. */
class CountingParser extends Parser<TreeTypes> {
  counts: SourceCounts | undefined;

  override onStartTag(token: Token.TagToken): void {
    this.counts?.countStartTag(token.tagName);
    super.onStartTag(token);
  }
}

/** The tags of a source, and the elements that the parser makes of them. */
class SourceCounts {
  startTags = 0;
  blockElements = 0;
  #elements = 0;
  readonly #htmlBytes: number;
  readonly #tagLimit: number;

  constructor(htmlBytes: number) {
    this.#htmlBytes = htmlBytes;
    const dense = htmlBytes > GUARD_DENSITY_FROM_BYTES ? Math.floor(htmlBytes / GUARD_BYTES_PER_TAG) : Infinity;
    this.#tagLimit = Math.min(GUARD_MAX_TAGS, dense);
  }

  countStartTag(name: string): void {
    this.startTags += 1;
    if (traitsOf(name).counted) this.blockElements += 1;
    if (this.startTags > this.#tagLimit) this.#refuseTags();
  }

  countElement(): void {
    this.#elements += 1;
    if (this.#elements - this.startTags > ADDED_ELEMENTS_MAX)
      throw new ServiceError(
        'document_too_complex',
        `Formatting elements that were never closed go on into later blocks more than ${ADDED_ELEMENTS_MAX} times. ` +
          'Close them, or compare the text alone (format txt).',
      );
  }

  #refuseTags(): never {
    const limit = this.#tagLimit;
    const why =
      limit === GUARD_MAX_TAGS
        ? `The limit is ${GUARD_MAX_TAGS}.`
        : `The limit is ${limit} for ${sizeInWords(this.#htmlBytes)}: one for every ${GUARD_BYTES_PER_TAG} bytes.`;
    throw new ServiceError(
      'document_too_complex',
      `There are more than ${limit} start tags. ${why} Compare the document in parts, or its text alone (format txt).`,
      { startTags: this.startTags, limit },
    );
  }
}

/** Elements around the content of a page: `html` and `body`. */
const OUTER_ELEMENTS = 2;

function checkDepth(openElements: number): void {
  const depth = openElements - OUTER_ELEMENTS;
  if (depth <= GUARD_MAX_DEPTH) return;
  throw new ServiceError(
    'document_too_complex',
    `Elements are nested more than ${GUARD_MAX_DEPTH} deep, which is the limit. Flatten the markup, or compare ` +
      'the text alone (format txt).',
    { depth, limit: GUARD_MAX_DEPTH },
  );
}
