/** A link to a heading that was renumbered is no change of its own: it leads to the same place on both sides. */
import { expect, it } from 'vitest';
import { changesOf, compare } from '../changes-of.ts';
import { inWords } from '../../../builders/changes-in-words.ts';

const words = (original: string, revised: string, format: 'html' | 'markdown'): string[] =>
  inWords(changesOf(compare(original, revised, format)));

const markdown = (sections: readonly string[]): string => {
  const links = sections.map((name) => `- [${name}](#${name.toLowerCase().replaceAll('.', '').replaceAll(' ', '-')})`);
  return [links.join('\n'), ...sections.map((name) => `# ${name}\n\nThe rule of ${name.slice(3)} follows.`)].join(
    '\n\n',
  );
};
const html = (sections: readonly (readonly [id: string, name: string])[]): string =>
  `<p>${sections.map(([id, name]) => `<a href="#${id}">${name}</a>`).join('')}</p>` +
  sections.map(([id, name]) => `<h2 id="${id}">${name}</h2>`).join('');

it.each([
  [
    'in Markdown, whose addresses follow the words of headings',
    markdown(['1. Scope', '2. Payment']),
    markdown(['1. Scope', '2. Elections', '3. Payment']),
    'markdown',
    ['inserted: 2. Elections', '2 → 3', 'inserted: 2. Elections', 'inserted: The rule of Elections follows.', '2 → 3'],
  ],
  [
    'in HTML with new ids',
    '<ul><li><a href="#a-4">Article 4. Fees</a></li></ul><h2 id="a-4">Article 4. Fees</h2>',
    '<ul><li><a href="#a-5">Article 5. Fees</a></li></ul><h2 id="a-5">Article 5. Fees</h2>',
    'html',
    ['4 → 5', '4 → 5'],
  ],
  [
    'in a line of links without spaces',
    html([
      ['s-1', 'Home'],
      ['s-2', 'Prices of 2025'],
    ]),
    html([
      ['s-1', 'Home'],
      ['s-9', 'Prices of 2026'],
    ]),
    'html',
    ['2025 → 2026', '2025 → 2026'],
  ],
] as const)('%s', (_, original, revised, format, expected) => {
  expect(words(original, revised, format)).toEqual(expected);
});

it('a link to another heading is a change', () => {
  const page = (target: string): string =>
    `<p><a href="#${target}">See there</a></p><h2 id="pay">Payment</h2><h2 id="end">Termination</h2>`;
  expect(words(page('pay'), page('end'), 'html')).toEqual(['link: #pay → #end']);
});

it('neighbouring links are words of their own', () => {
  const links = (second: string): string => `<p><a href="/a">Home</a><a href="/b">${second}</a></p>`;
  expect(words(links('About'), links('Contact'), 'html')).toEqual(['About → Contact']);
});
