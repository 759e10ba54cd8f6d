/** Adversarial HTML, Markdown and JSON: their structure makes comparisons slow. */
import type { AdversarialInput, GeneratedTexts } from './adversarial-input.ts';
import { sentence, sentences, shuffled, withOtherWord, word, words } from './random-words.ts';

/** The kinds, for `ADVERSARIAL`. */
export const STRUCTURES: readonly AdversarialInput[] = [
  {
    name: 'paragraphs',
    format: 'html',
    size: 100_000,
    quickSize: 2_000,
    besidePeers: true,
    make: editedParagraphs,
  },
  {
    name: 'table rows × 10, a column inserted',
    format: 'html',
    size: 2_000,
    quickSize: 200,
    besidePeers: true,
    make: widerTable,
  },
  { name: 'lists nested deep', format: 'html', size: 300, quickSize: 100, besidePeers: true, make: nestedLists },
  // 2,000 elements are the limit of the service, and a list with its item is two.
  { name: 'lists nested as deep as can be', format: 'html', size: 490, quickSize: 120, make: nestedLists },
  { name: 'items in lists nested 200 deep', format: 'html', size: 1_000, quickSize: 100, make: itemsInDeepLists },
  { name: 'quotations nested deep', format: 'html', size: 900, quickSize: 100, make: nestedQuotations },
  { name: 'tables nested deep', format: 'html', size: 80, quickSize: 20, make: nestedTables },
  { name: 'paragraphs reversed', format: 'html', size: 1_000, quickSize: 200, besidePeers: true, make: reversed },
  { name: 'paragraphs, a fiftieth moved', format: 'html', size: 2_000, quickSize: 300, make: movedParagraphs },
  { name: 'paragraphs split in two', format: 'html', size: 700, quickSize: 100, make: splitParagraphs },
  { name: 'words in another format each', format: 'html', size: 6_000, quickSize: 500, make: otherFormats },
  { name: 'words in another link each', format: 'html', size: 6_000, quickSize: 500, make: otherLinks },
  { name: 'formats never closed', format: 'html', size: 5_000, quickSize: 500, make: unclosedFormats },
  {
    name: 'end tags of nothing under 1,900 spans',
    format: 'html',
    size: 100_000,
    quickSize: 3_000,
    make: strayEndTags,
  },
  { name: 'paragraphs behind many open formats', format: 'html', size: 10_000, quickSize: 500, make: openFormats },
  { name: 'list items, levels changed', format: 'html', size: 1_400, quickSize: 200, make: otherLevels },
  { name: 'rows of 4 with merged cells', format: 'html', size: 180, quickSize: 40, make: mergedCells },
  { name: 'one-letter paragraphs shuffled', format: 'html', size: 1_400, quickSize: 200, make: tinyParagraphs },
  { name: 'emphases opened and not closed', format: 'markdown', size: 10_000, quickSize: 1_000, make: openEmphases },
  { name: 'JSON records, reversed and edited', format: 'json', size: 7_000, quickSize: 500, make: jsonRecords },
  { name: 'JSON scalars in an array', format: 'json', size: 100_000, quickSize: 2_000, make: jsonScalars },
  { name: 'literals in a line of a fragment', format: 'html', size: 100_000, quickSize: 2_000, make: literalsInALine },
  { name: 'cells of the widest and highest spans', format: 'html', size: 1_500, quickSize: 200, make: widestCells },
  { name: 'words changed in a long link', format: 'html', size: 1_500, quickSize: 200, make: longLink },
  { name: 'paragraphs under a long heading', format: 'html', size: 700, quickSize: 100, make: longHeading },
  { name: 'footnotes', format: 'markdown', size: 5_000, quickSize: 500, make: footnotes },
  {
    name: 'JSON scalars in 32 arrays without a key',
    format: 'json',
    size: 100_000,
    quickSize: 2_000,
    make: keylessArrays,
  },
  { name: 'JSON arrays nested deep', format: 'json', size: 900, quickSize: 100, make: nestedJson },
];

const paragraph = (text: string): string => `<p>${text}</p>`;

// One paragraph in fifty has a word changed, one in two hundred goes, one in two hundred is new.
function editedParagraphs(size: number, random: () => number): GeneratedTexts {
  const original: string[] = [];
  const revised: string[] = [];
  for (let index = 0; index < size; index += 1) {
    const text = sentence(random);
    const fate = random();
    original.push(paragraph(text));
    if (fate < 0.02) revised.push(paragraph(withOtherWord(text, random)));
    else if (fate >= 0.025) revised.push(paragraph(text));
    if (fate > 0.995) revised.push(paragraph(sentence(random)));
  }
  return { original: original.join('\n'), revised: revised.join('\n') };
}

function tableOf(rows: readonly (readonly string[])[]): string {
  return `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`;
}

function widerTable(size: number, random: () => number): GeneratedTexts {
  const cells = Array.from({ length: size }, () => words(10, random));
  const wider = cells.map((row) => [...row.slice(0, 4), word(random), ...row.slice(4)]);
  return { original: tableOf(cells), revised: tableOf(wider) };
}

function nestedLists(size: number, random: () => number): GeneratedTexts {
  const items = sentences(size, random);
  const nest = (texts: readonly string[]): string =>
    `${texts.map((text) => `<ul><li>${text}`).join('')}${'</li></ul>'.repeat(texts.length)}`;
  const edited = items.map((text, index) => (index % 40 === 7 ? withOtherWord(text, random) : text));
  return { original: nest(items), revised: nest(edited) };
}

function itemsInDeepLists(size: number, random: () => number): GeneratedTexts {
  const around = (items: readonly string[]): string =>
    `${'<ul><li>x'.repeat(200)}<ul>${items.map((text) => `<li>${text}</li>`).join('')}</ul>${'</li></ul>'.repeat(200)}`;
  const items = sentences(size, random);
  const edited = items.flatMap((text, index) =>
    index % 40 === 7 ? [] : index % 40 === 9 ? [withOtherWord(text, random)] : [text],
  );
  return { original: around(items), revised: around(edited) };
}

function nestedQuotations(size: number, random: () => number): GeneratedTexts {
  const texts = sentences(size, random);
  const nest = (each: readonly string[]): string =>
    `${each.map((text) => `<blockquote>${text}`).join('')}${'</blockquote>'.repeat(each.length)}`;
  return { original: nest(texts), revised: nest(texts.filter((_, index) => index % 30 !== 11)) };
}

function nestedTables(size: number, random: () => number): GeneratedTexts {
  const texts = sentences(size, random);
  const nest = (each: readonly string[]): string =>
    `${each.map((text) => `<table><tr><td>${text}</td><td>`).join('')}x${'</td></tr></table>'.repeat(each.length)}`;
  return { original: nest(texts), revised: nest(texts.with(size - 1, sentence(random))) };
}

function reversed(size: number, random: () => number): GeneratedTexts {
  const paragraphs = sentences(size, random).map(paragraph);
  return { original: paragraphs.join('\n'), revised: paragraphs.toReversed().join('\n') };
}

function movedParagraphs(size: number, random: () => number): GeneratedTexts {
  const paragraphs = sentences(size, random).map(paragraph);
  const moves = (_: string, index: number): boolean => index % 50 === 7;
  const stay = paragraphs.filter((text, index) => !moves(text, index));
  return {
    original: paragraphs.join('\n'),
    revised: [...stay, ...shuffled(paragraphs.filter(moves), random)].join('\n'),
  };
}

function splitParagraphs(size: number, random: () => number): GeneratedTexts {
  const pairs = Array.from({ length: size }, () => [sentence(random), sentence(random)] as const);
  return {
    original: pairs.map(([first, second]) => paragraph(`${first} ${second}`)).join('\n'),
    revised: pairs.map(([first, second]) => `${paragraph(first)}\n${paragraph(second)}`).join('\n'),
  };
}

function otherFormats(size: number, random: () => number): GeneratedTexts {
  const marks = ['strong', 'em', 'u', 's', 'sup', 'sub', 'mark'];
  const texts = words(size, random);
  const write = (): string =>
    paragraph(
      texts
        .map((text) => {
          const mark = marks[Math.floor(random() * marks.length)]!;
          return `<${mark}>${text}</${mark}>`;
        })
        .join(' '),
    );
  return { original: write(), revised: write() };
}

function otherLinks(size: number, random: () => number): GeneratedTexts {
  const texts = words(size, random);
  const write = (): string => paragraph(texts.map((text) => `<a href="/${word(random)}">${text}</a>`).join(' '));
  return { original: write(), revised: write() };
}

function unclosedFormats(size: number, random: () => number): GeneratedTexts {
  const texts = words(size, random);
  const write = (each: readonly string[]): string =>
    each.map((text, index) => `<${index % 2 === 0 ? 'b' : 'i'}>${text}${index % 7 === 0 ? '<p>' : ' '}`).join('');
  return { original: write(texts.slice(0, 900)), revised: write(texts.slice(0, 900).with(450, 'other')) };
}

function strayEndTags(size: number, random: () => number): GeneratedTexts {
  const texts = words(100, random);
  const open = `<p>${'<span>'.repeat(1_900)}${'</x>'.repeat(size)}`;
  return { original: open + texts.join(' '), revised: open + texts.with(50, 'other').join(' ') };
}

// Each paragraph goes on in all of them.
function openFormats(size: number, random: () => number): GeneratedTexts {
  const texts = words(size, random);
  const open = '<b><i><u><s><tt><big><font><small><code><em><strong><strike>'.repeat(3);
  const write = (each: readonly string[]): string => `<p>${open}${each.map((text) => `<p>${text}`).join('')}`;
  return { original: write(texts), revised: write(texts.map((text) => (random() < 0.05 ? word(random) : text))) };
}

function otherLevels(size: number, random: () => number): GeneratedTexts {
  const texts = sentences(size, random);
  const write = (): string => {
    let html = '<ul>';
    let level = 1;
    for (const text of texts) {
      const next = 1 + Math.floor(random() * Math.min(8, level + 1));
      html += next > level ? '<ul>'.repeat(next - level) : '</ul>'.repeat(level - next);
      html += `<li>${text}</li>`;
      level = next;
    }
    return html + '</ul>'.repeat(level);
  };
  return { original: write(), revised: write() };
}

function mergedCells(size: number, random: () => number): GeneratedTexts {
  const rows = Array.from({ length: size }, () => words(4, random));
  const write = (each: readonly (readonly string[])[]): string =>
    `<table>${each
      .map(([a, b, c, d], index) =>
        index % 2 === 0
          ? `<tr><td rowspan="2">${a!}</td><td>${b!}</td><td>${c!}</td><td>${d!}</td></tr>`
          : `<tr><td colspan="2">${b!}</td><td>${c!}</td></tr>`,
      )
      .join('')}</table>`;
  return { original: write(rows), revised: write(rows.map((row) => (random() < 0.2 ? words(4, random) : row))) };
}

// As many slots as cells and rows multiplied, sixty million.
function widestCells(size: number, random: () => number): GeneratedTexts {
  const texts = words(size, random);
  const write = (each: readonly string[]): string =>
    `<table><tr>${each.map((text) => `<td colspan="1000" rowspan="65534">${text}</td>`).join('')}</tr>${each
      .map((text) => `<tr><td>${text}</td></tr>`)
      .join('')}</table>`;
  return { original: write(texts), revised: write(texts.with(size >> 1, 'other')) };
}

// Were the address written for each change, the redline would grow with the square of the text.
function longLink(size: number, random: () => number): GeneratedTexts {
  const texts = words(5 * size, random);
  const write = (each: readonly string[]): string =>
    paragraph(`<a href="https://example.org/${'a'.repeat(50 * size)}">${each.join(' ')}</a>`);
  return { original: write(texts), revised: write(texts.map((text, index) => (index % 5 === 0 ? `${text}x` : text))) };
}

function longHeading(size: number, random: () => number): GeneratedTexts {
  const heading = `<h1>${words(40 * size, random).join(' ')}</h1>`;
  const texts = sentences(size, random);
  const write = (end: string): string => heading + texts.map((text) => paragraph(`${text} ${end}`)).join('');
  return { original: write('old'), revised: write('new') };
}

function footnotes(size: number, random: () => number): GeneratedTexts {
  const texts = words(size, random);
  const write = (each: readonly string[]): string =>
    `${each.map((text, index) => `${text}[^${index}]`).join(' ')}\n\n${each.map((text, index) => `[^${index}]: ${text}`).join('\n')}`;
  return { original: write(texts), revised: write(texts.with(size >> 1, 'other')) };
}

function tinyParagraphs(size: number, random: () => number): GeneratedTexts {
  const letters = Array.from({ length: size }, () => 'abcdefgh'[Math.floor(random() * 8)]!).map(paragraph);
  return { original: letters.join(''), revised: shuffled(letters, random).join('') };
}

function openEmphases(size: number, random: () => number): GeneratedTexts {
  const texts = words(size, random);
  const write = (each: readonly string[]): string =>
    each.map((text, index) => (index % 50 === 49 ? `${text}\n\n` : `*${text} **`)).join('');
  return { original: write(texts), revised: write(texts.map((text) => (random() < 0.05 ? word(random) : text))) };
}

function jsonRecords(size: number, random: () => number): GeneratedTexts {
  const records = Array.from({ length: size }, (_, id) => ({ id, name: word(random), note: sentence(random) }));
  const edited = records.map((record) => (random() < 0.05 ? { ...record, note: sentence(random) } : record));
  return { original: JSON.stringify(records), revised: JSON.stringify(edited.reverse()) };
}

function jsonScalars(size: number, random: () => number): GeneratedTexts {
  const numbers = Array.from({ length: size }, () => Math.floor(random() * 1_000));
  const edited = numbers.map((number) => (random() < 0.02 ? number + 1_000 : number));
  return { original: JSON.stringify(numbers), revised: JSON.stringify(edited) };
}

function nestedJson(size: number, random: () => number): GeneratedTexts {
  const texts = words(size, random);
  const nest = (each: readonly string[]): string =>
    `${each.map((text) => `["${text}",`).join('')}0${']'.repeat(each.length)}`;
  return { original: nest(texts), revised: nest(texts.with(size >> 1, 'other')) };
}

// No JSON writer makes it, but anybody may send it. It is one line with all its literals, and an unclosed last quote.
function literalsInALine(size: number, random: () => number): GeneratedTexts {
  const numbers = Array.from({ length: size }, () => Math.floor(random() * 1_000));
  const others = numbers.map((number) => (random() < 0.02 ? number + 1_000 : number));
  const fragment = (literals: readonly number[]): string =>
    `<div class="diffsvc"><pre class="line">${literals.join(' ')} "${'\\"'.repeat(size)}</pre></div>`;
  return { original: fragment(numbers), revised: fragment(others) };
}

// The largest number of arrays that are all compared in pairs, and no two similar.
function keylessArrays(size: number, random: () => number): GeneratedTexts {
  const text = (): string =>
    JSON.stringify(
      Array.from({ length: 32 }, () => Array.from({ length: size / 32 }, () => Math.floor(random() * 1_000_000))),
    );
  return { original: text(), revised: text() };
}
