/** Example bodies. Tests check each against its schema, and the comparison against the service's answer. */
import type { CompareTextRequest, CompareTextResponse } from '../../../shared/api/compare-text.ts';
import type { CompareDocumentsResponse } from '../../../shared/api/stream-events.ts';
import type { ComparisonList, HostedComparison, Share } from '../../../shared/api/comparisons.ts';
import type { StructuredPage, Summary } from '../../../shared/change/page.ts';

/** The id and token of all examples. */
export const EXAMPLE_ID = 'cmp_3f6c1e0a9d2b47c58e1f0a6b7c8d9e0f';
const EXAMPLE_TOKEN = 'cmp_tok_1767225600_Zm9yLWV4YW1wbGUtb25seS1ub3QtYS1yZWFsLXRva2Vu';
const ORIGIN = 'http://127.0.0.1:4870';
const CSS_URL = `${ORIGIN}/styles/v1/diffsvc.css`;

/** The text of every example. */
export const EXAMPLE_PAIR = {
  original: 'The fee is 5 euro.',
  revised: 'The fee is 6 euro.',
  format: 'txt',
} as const satisfies CompareTextRequest;

const HTML =
  '<div class="diffsvc"><div class="para"><p class="line">The fee is <del data-change-id="chg_000001">5</del>' +
  '<ins data-change-id="chg_000001">6</ins> euro.</p></div></div>';

const SUMMARY: Summary = {
  changeCount: 1,
  insertions: 0,
  deletions: 0,
  replacements: 1,
  formatChanges: 0,
  linkChanges: 0,
  blockInsertions: 0,
  blockDeletions: 0,
};

/** The structured page of the example. */
export const EXAMPLE_PAGE: StructuredPage = {
  schemaVersion: '1',
  comparisonId: EXAMPLE_ID,
  format: 'txt',
  engine: 'dom',
  fallback: false,
  attributeMode: 'semantic',
  summary: SUMMARY,
  source: {
    blockCount: 1,
    blocks: [
      {
        id: 'src_b_1',
        index: 1,
        type: 'p',
        text: 'The fee is 5 euro.',
        spans: [{ text: 'The fee is 5 euro.', charStart: 0, charEnd: 18 }],
      },
    ],
  },
  revised: {
    blockCount: 1,
    blocks: [
      {
        id: 'rev_b_1',
        index: 1,
        type: 'p',
        text: 'The fee is 6 euro.',
        spans: [{ text: 'The fee is 6 euro.', charStart: 0, charEnd: 18 }],
      },
    ],
  },
  alignment: [
    {
      id: 'aln_1',
      status: 'modified',
      sourceBlockId: 'src_b_1',
      revisedBlockId: 'rev_b_1',
      changeIds: ['chg_000001'],
      segments: [
        { op: 'equal', text: 'The fee is ' },
        { op: 'delete', text: '5' },
        { op: 'insert', text: '6' },
        { op: 'equal', text: ' euro.' },
      ],
    },
  ],
  changes: [
    {
      id: 'chg_000001',
      type: 'replace',
      alignmentId: 'aln_1',
      location: { blockIndex: 1, blockType: 'p' },
      sourceLocation: { blockId: 'src_b_1', blockIndex: 1, blockType: 'p', charRange: { start: 11, end: 12 } },
      before: { text: '5', html: '5' },
      revisedLocation: { blockId: 'rev_b_1', blockIndex: 1, blockType: 'p', charRange: { start: 11, end: 12 } },
      after: { text: '6', html: '6' },
    },
  ],
  totalChanges: 1,
  offset: 0,
  limit: 100,
};

const FACTS = {
  requestedMode: 'auto',
  effectiveMode: 'word',
  format: 'txt',
  engine: 'dom',
  fallback: false,
  complexity: 'standard',
  units: 1,
  usage: { used: 1, allowance: 5_000, remaining: 4_999, plan: 'creator' },
} as const;

/** The answer with HTML only. */
export const EXAMPLE_HTML_ANSWER: CompareTextResponse = {
  schemaVersion: 'diffsvc.html.v1',
  html: HTML,
  cssUrl: CSS_URL,
  ...FACTS,
  sameness: 'different',
};

/** The answer with everything. */
export const EXAMPLE_FULL_ANSWER: CompareTextResponse = {
  schemaVersion: 'diffsvc.comparison.v1',
  html: HTML,
  cssUrl: CSS_URL,
  json: EXAMPLE_PAGE,
  changesUrl: `${ORIGIN}/v1/diffsvc/comparisons/${EXAMPLE_ID}/changes?token=${EXAMPLE_TOKEN}`,
  ...FACTS,
  comparisonId: EXAMPLE_ID,
  viewerUrl: `${ORIGIN}/view/${EXAMPLE_ID}?token=${EXAMPLE_TOKEN}`,
  embedUrl: `${ORIGIN}/embed/${EXAMPLE_ID}?token=${EXAMPLE_TOKEN}`,
  viewerToken: EXAMPLE_TOKEN,
  digests: {
    original: '0f1c9c4f6e3f4a8c3f7d7e0a4d1f0a5b6a3c2d1e0f9e8d7c6b5a493827160504',
    revised: '7d2a1b0c9f8e7d6c5b4a392817060f5e4d3c2b1a0f9e8d7c6b5a4938271605f4',
    fileSha256: {
      original: '2c9f8e7d6c5b4a392817060f5e4d3c2b1a0f9e8d7c6b5a4938271605f47d2a1b',
      revised: '9e3f4a8c3f7d7e0a4d1f0a5b6a3c2d1e0f9e8d7c6b5a4938271605040f1c9c4f',
    },
  },
  sameness: 'different',
};

const EXAMPLE_REQUEST_ID = '3b241101-e2bb-4255-8caf-4136c566a962';

/** The events of the example on the wire. */
export const EXAMPLE_STREAM = (
  [
    ['content_block', { comparisonId: EXAMPLE_ID, html: HTML.slice(21, -6), sequence: 0, provisional: true }],
    ['text_ready', { comparisonId: EXAMPLE_ID, html: HTML, engine: 'dom', fallback: false, provisional: false }],
    ['complete', EXAMPLE_HTML_ANSWER],
  ] as const
)
  .map(([name, payload]) => `event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`)
  .join('');

const EXAMPLE_UNCOMPARED_FOOTER = {
  kind: 'footer',
  where: 'Footer',
  original: { label: 'Draft 1', sha256: '0f1c9c4f6e3f4a8c3f7d7e0a4d1f0a5b6a3c2d1e0f9e8d7c6b5a493827160504', count: 1 },
  revised: { label: 'Draft 2', sha256: '7d2a1b0c9f8e7d6c5b4a392817060f5e4d3c2b1a0f9e8d7c6b5a4938271605f4', count: 1 },
  differs: true,
};

const DOCUMENT_DIFF = {
  cssUrl: CSS_URL,
  fallback: false,
  complexity: 'standard',
  earlyAccess: true,
  sameness: 'different',
} as const;

/** The events of a comparison of two files. */
export const EXAMPLE_DOCUMENT_STREAM = (
  [
    ['accepted', { requestId: EXAMPLE_REQUEST_ID }],
    ['validating', { format: 'docx' }],
    ['converting', { side: 'original' }],
    ['converting', { side: 'revised' }],
    ['comparing', { mode: 'auto' }],
    [
      'content_complete',
      {
        requestId: EXAMPLE_REQUEST_ID,
        format: 'docx',
        units: 1,
        contentDiff: {
          html: HTML,
          ...DOCUMENT_DIFF,
          engine: 'document',
          uncompared: { differs: true, items: [EXAMPLE_UNCOMPARED_FOOTER] },
        },
      },
    ],
    ['complete', { requestId: EXAMPLE_REQUEST_ID, status: 'completed', jobs: [], units: 1 }],
  ] as const
)
  .map(([name, payload]) => `event: ${name}\ndata: ${JSON.stringify(payload)}\n\n`)
  .join('');

/** The JSON answer to a comparison of two files. */
export const EXAMPLE_DOCUMENT_ANSWER: CompareDocumentsResponse = {
  requestId: EXAMPLE_REQUEST_ID,
  status: 'completed',
  jobs: [],
  units: 1,
  format: 'docx',
  contentDiff: { html: HTML, ...DOCUMENT_DIFF, engine: 'document' },
};

const STORED = {
  comparisonId: EXAMPLE_ID,
  format: 'txt',
  engine: 'dom',
  fallback: false,
  summary: SUMMARY,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-02T00:00:00.000Z',
} as const;

/** A stored comparison. */
export const EXAMPLE_HOSTED: HostedComparison = { ...STORED, complexity: 'standard', html: HTML, cssUrl: CSS_URL };

/** A list of stored comparisons. */
export const EXAMPLE_LIST: ComparisonList = {
  comparisons: [STORED],
  nextCursor: 'MTc2NzIyNTYwMDAwMC5jbXBfM2Y2YzFlMGE5ZDJiNDdjNThlMWYwYTZiN2M4ZDllMGY',
};

/** Another link. */
export const EXAMPLE_SHARE: Share = {
  viewerUrl: `${ORIGIN}/view/${EXAMPLE_ID}?token=${EXAMPLE_TOKEN}`,
  embedUrl: `${ORIGIN}/embed/${EXAMPLE_ID}?token=${EXAMPLE_TOKEN}`,
  viewerToken: EXAMPLE_TOKEN,
  expiresAt: '2026-01-02T08:00:00.000Z',
};

/** An answer with the marks of one replaced amount. */
export const EXAMPLE_PAGE_MARKS = {
  schemaVersion: 'diffsvc.page_marks.v1',
  renderer: 'source-pdf',
  sides: (['original', 'revised'] as const).map((side) => ({
    side,
    pdfUrl: 'http://127.0.0.1:8740/v1/diffsvc/pages/pag_9c3e5a7b1d2f48609c3e5a7b1d2f4860?token=…',
    pageCount: 1,
    expiresInSeconds: 900,
    pages: [{ box: [0, 0, 595, 842], rotation: 0 }],
  })),
  marks: [
    {
      changeId: 'chg_000001',
      side: 'original',
      page: 1,
      kind: 'delete',
      shape: 'text',
      quads: [[120, 700, 158, 700, 158, 686, 120, 686]],
    },
    {
      changeId: 'chg_000001',
      side: 'revised',
      page: 1,
      kind: 'insert',
      shape: 'text',
      quads: [[120, 700, 162, 700, 162, 686, 120, 686]],
    },
  ],
  unplaced: [],
  anchors: [[1, 96, 1, 96]],
};
