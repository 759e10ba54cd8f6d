import fc from 'fast-check';
import {
  COMPARED_MARKS,
  CODE_BIT,
  PICTURE,
  preservesSpace,
  type Image,
  type Run,
  type TextType,
} from '../../shared/document/model.ts';
import { joinRuns } from '../../shared/document/runs.ts';

/** Records like those that readers make, with the usual prototype. */
export const ORDINARY = { noNullPrototype: true };

/** Texts that would be markup, script or references where a writer forgets to escape. */
const HOSTILE_TEXTS = [
  '<script>alert(1)</script>',
  '</p></div><img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  '&lt;b&gt; &amp; &quot; &#x3c; &nbsp;',
  "' onmouseover='alert(1)",
  '<!-- --> ]]> <![CDATA[ <?php',
  '</pre></td></table></ins></del>',
  '`{{constructor}}` ${x}',
];

const UNICODE_TEXTS = ['𝒳𐍈', '👩‍👩‍👧‍👦', 'e\u0301', 'نص عربي', '漢字', 'ﬁ', '\u200b', '\u2028', 'ß'];

/** Addresses that browsers follow where a writer lets them. */
export const HOSTILE_ADDRESSES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'vbscript:x',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'file:///etc/passwd',
  'blob:http://x/y',
  'view-source:javascript:1',
  'x" onclick="alert(1)',
  '',
];

const ADDRESSES = [
  'https://example.org/a?b=c&d=e#f',
  'http://example.org/',
  'mailto:a@example.org',
  'tel:+123',
  'ftp://example.org/x',
  '/root',
  'page.html',
  '#part',
  '?q=1:2',
  '//example.org/x',
  './a:b',
];

const IMAGE_ADDRESSES = [
  'data:image/png;base64,iVBORw0KGgo=',
  'data:image/jpeg,x',
  'data:image/webp;base64,AA==',
  'data:image/svg+xml;base64,AA==',
  'data:image/png',
  'https://example.org/a.png',
  'a.png',
];

/** An address of a link: ordinary, hostile or anything. */
export const arbitraryAddress = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ADDRESSES) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_ADDRESSES) },
    { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  );

/** An image, shown or not. */
export const arbitraryImage = (): fc.Arbitrary<Image> =>
  fc.record(
    {
      src: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...IMAGE_ADDRESSES) },
        { weight: 1, arbitrary: arbitraryAddress() },
      ),
      alt: fc.constantFrom('', 'a picture', '"><script>', 'a & b'),
    },
    ORDINARY,
  );

const word = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('the', 'term', 'of', 'service', '12.5', 'shall', '(a)', 'x') },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...UNICODE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant('\n') },
);

/** Words with the spaces between them, and with a space at either end now and then. */
const phrase = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.constantFrom('', ' '), fc.constantFrom('', ' '))
  .map(([words, before, after]) => before + words.join(' ') + after);

/** Any set of marks, mostly small. */
export const arbitraryMarks = (): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.constantFrom(1, 2, 4, 64, CODE_BIT) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: COMPARED_MARKS | CODE_BIT }) },
  );

/** Text in a format, or an image. Its spaces are not normal yet. */
export const arbitraryRun = (): fc.Arbitrary<Run> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record(
        {
          text: phrase,
          marks: arbitraryMarks(),
          href: fc.option(arbitraryAddress(), { freq: 4 }),
        },
        ORDINARY,
      ),
    },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          text: phrase,
          marks: arbitraryMarks(),
          href: fc.constant(null),
          look: fc.constantFrom('color: #c00000', 'font-size: 14pt'),
        },
        ORDINARY,
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          text: fc.constant(''),
          marks: fc.constant(0),
          href: fc.option(arbitraryAddress(), { freq: 3 }),
          image: arbitraryImage(),
        },
        ORDINARY,
      ),
    },
    { weight: 1, arbitrary: arbitraryPictureRun() },
  );

/** A compared picture. Few digests and sizes, so that two documents often share one. */
export const arbitraryPictureRun = (): fc.Arbitrary<Run> =>
  fc
    .record(
      {
        image: arbitraryImage(),
        sha256: fc.constantFrom('a'.repeat(64), 'b'.repeat(64)),
        size: fc.constantFrom({}, {}, { width: 96, height: 72.25 }, { height: 10 }),
        href: fc.option(arbitraryAddress(), { freq: 3 }),
      },
      ORDINARY,
    )
    .map(({ image, sha256, size, href }) => ({ text: PICTURE, marks: 0, href, image: { ...image, sha256, ...size } }));

/** White space as a reader leaves it: NFC, single spaces, none beside a line break or at either end. */
export function normalSpaces(runs: readonly Run[], type: TextType): Run[] {
  const texts = runs.map((run) =>
    run.text.normalize('NFC').replace(/\p{Cc}|\p{Cs}/gu, (control) => (control === '\n' ? control : '')),
  );
  if (preservesSpace(type)) {
    const oneLine = type !== 'pre';
    return joinRuns(
      runs.map((run, index) => ({ ...run, text: oneLine ? texts[index]!.replace(/\n/g, ' ') : texts[index]! })),
    );
  }
  const normal = texts.map((): string[] => []);
  /** A space that is written as soon as something follows that needs it. */
  let pending: number | null = null;
  let atStart = true;
  for (const [index, text] of texts.entries()) {
    for (const character of text) {
      if (character === '\n') {
        pending = null;
        atStart = true;
        normal[index]!.push(character);
      } else if (/\s/u.test(character)) {
        if (!atStart) pending ??= index;
      } else {
        if (pending !== null) normal[pending]!.push(' ');
        pending = null;
        atStart = false;
        normal[index]!.push(character);
      }
    }
  }
  return joinRuns(runs.map((run, index) => ({ ...run, text: normal[index]!.join('') })));
}
