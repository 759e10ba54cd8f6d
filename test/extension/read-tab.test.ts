// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { findSelection } from '../../extension/content/find-selection.ts';
import { readNodes } from '../../extension/content/read-nodes.ts';
import { sanitiseForComparison } from '../../extension/capture/sanitise.ts';
import { readTab } from '../../extension/content/read-tab.ts';
import { TAB_MARKUP_MAX_LENGTH } from '../../shared/messages/extension-message.ts';

function show(html: string): void {
  document.body.innerHTML = html;
}

function markupOf(part: 'page' | 'selection'): string {
  const reading = readTab(part, document);
  if (reading.type !== 'content') throw new Error(reading.type);
  return reading.markup;
}

/** Selects from one place of a text to another. */
function select(from: string, start: number, to: string, end: number): void {
  const range = document.createRange();
  range.setStart(textOf(from), start);
  range.setEnd(textOf(to), end);
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

function textOf(selector: string): Text {
  return document.querySelector(selector)!.firstChild as Text;
}

beforeEach(() => {
  getSelection()?.removeAllRanges();
  document.title = 'Title';
});

describe('a page', () => {
  interface Tree {
    tag: string;
    children: (Tree | string)[];
  }
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.record({
      tag: fc.constantFrom('div', 'section', 'ul', 'blockquote', 'b', 'em', 'span', 'x-card'),
      children: fc.array(fc.oneof({ depthSize: 'small' }, fc.string(), tie('tree')), { maxLength: 4 }),
    }),
  }));
  const build = ({ tag, children }: Tree): Element => {
    const element = document.createElement(tag);
    element.append(...children.map((child) => (typeof child === 'string' ? child : build(child))));
    return element;
  };

  test('keeps every character of its text, and is well-formed', () => {
    fc.assert(
      fc.property(tree, (given) => {
        const root = build(given);
        document.body.replaceChildren(root);
        const markup = readNodes([document.body], null)?.markup ?? '';
        const read = document.createElement('template');
        read.innerHTML = markup;
        // The HTML parser replaces carriage returns and zero bytes.
        const plain = (text: string): string => text.replaceAll(/[\r\n\0\ufffd]/gu, '');
        expect(plain(read.content.textContent)).toBe(plain(root.textContent));
      }),
      { numRuns: 60 },
    );
  });

  test('is read without what is hidden or runs', () => {
    show(
      `<p onclick="x()" style="color:red">Shown <span style="display:none">hidden</span></p><script>run()</script><style>p{}</style>
       <dialog>closed</dialog><input type="hidden" value="token"><template>later</template>`,
    );
    expect(markupOf('page').replaceAll(/\s+/g, ' ').trim()).toBe('<div><p>Shown </p> </div>');
  });

  test('shows what its form controls contain now', () => {
    show(
      `<input value="first"><input type="checkbox"><input type="radio" checked><textarea>first</textarea>
       <select><optgroup label="Warm"><option>Red<option>Pink</optgroup><optgroup label="Cold"><option selected>Blue</optgroup></select>
       <select multiple><option selected>A<option>B</select><input type="submit" value="Pay"><meter value="3" max="9"></meter>`,
    );
    const [field, box, radio] = document.querySelectorAll('input');
    field!.value = 'now <b>';
    box!.checked = true;
    radio!.checked = false;
    document.querySelector('textarea')!.value = '\nline & line';
    document.querySelector('select')!.selectedIndex = 1;
    expect(markupOf('page').replaceAll(/ +/g, ' ')).toBe(
      '<div> now &lt;b&gt; ☑ ○ <pre>\n\nline &amp; line</pre>\n Warm: ○ Red ◉ Pink Cold: ○ Blue \n ☑ A ☐ B Pay 3/9 </div>',
    );
  });

  test('keeps secrets of its form controls, whatever contains them', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          '<input type="password">',
          '<input type=" PassWord ">',
          '<input autocomplete="cc-number">',
          '<input type="tel" autocomplete="section-a billing CC-CSC">',
          '<textarea autocomplete="cc-name"></textarea>',
          '<input type="hidden">',
        ),
        fc.constantFrom('<form>', '<div>', '<b>', '<x-card>', '<label>'),
        fc.boolean(),
        (field, around, isAttribute) => {
          show(`${around}Text ${field}`);
          const control = document.querySelector<HTMLInputElement>('input, textarea')!;
          if (isAttribute) control.setAttribute('value', 's3cret');
          control.value = 's3cret';
          const { markup } = readNodes([document.body], null)!;
          expect(markup).not.toContain('s3cret');
          expect(sanitiseForComparison(markup)).not.toContain('s3cret');
          expect(markup.includes('<input type="password">')).toBe(control.type !== 'hidden');
        },
      ),
    );
    show('Text <select autocomplete="cc-exp-month"><option>s3cret</select>');
    expect(markupOf('page')).not.toContain('s3cret');
  });

  test('keeps drawings with their texts, open dialogs, and what the service lists', () => {
    show(
      '<svg viewBox="0 0 1 1" onload="x()"><title>Name</title><defs><text>no</text></defs><script>x()</script><path d="M0 0"></path><text>2026</text></svg>' +
        '<dialog open>Yes?</dialog>' +
        '<canvas width="9" onclick="x()">no</canvas><video src="/a.mp4">no</video><input placeholder="Firm">',
    );
    expect(markupOf('page')).toBe(
      '<div><svg viewBox="0 0 1 1"><text>Name</text><path d="M0 0"></path><text>2026</text></svg>' +
        '<div>Yes?</div>' +
        '<canvas width="9"></canvas><video src="http://localhost:3000/a.mp4"></video><input placeholder="Firm"></div>',
    );
  });

  test('keeps equations without their other forms', () => {
    const markup =
      '<math display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac><annotation>no</annotation><x onclick="x()">c</x></math>';
    // jsdom computes no style for MathML. A document without a window needs none.
    const page = new DOMParser().parseFromString(markup, 'text/html');
    expect(readTab('page', page)).toMatchObject({
      markup: '<math display="block"><mfrac><mi>a</mi><mi>b</mi></mfrac>c</math>',
    });
  });

  test('keeps what tells one picture from another', () => {
    show(
      'x<img src="/a.png" alt="A" title="B" width="9"><img src="data:image/svg+xml,x"><img src="data:image/png;base64,A">',
    );
    expect(markupOf('page')).toBe(
      '<div>x<img alt="A" title="B" width="9" src="http://localhost:3000/a.png"><img><img src="data:image/png;base64,A"></div>',
    );
  });

  test('is read without what is not painted, and with what is visible again inside of it', () => {
    show(
      `<p style="visibility:hidden">no <b>no</b><img alt="no"><i style="visibility:visible">yes</i></p><p style="visibility:collapse">no</p>`,
    );
    expect(markupOf('page')).toBe('<div><p><b></b><i>yes</i></p><p></p></div>');
  });

  test('shows closed shadow trees too, of every element that can have one', () => {
    const closed = new Map<Element, ShadowRoot>();
    vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: (element: Element) => closed.get(element) ?? null } });
    show('<div>light</div><p>light</p><x-card>light</x-card><ul><li>light</li></ul>');
    for (const element of document.querySelectorAll('div, p, x-card')) {
      const root = element.attachShadow({ mode: 'closed' });
      root.innerHTML = `<b>in ${element.localName}</b>`;
      closed.set(element, root);
    }
    const around = markupOf('page');
    vi.unstubAllGlobals();
    expect(around).toContain('<b>in div</b>');
    expect(around).toContain('<b>in p</b>');
    expect(around).toContain('<b>in x-card</b>');
    expect(around.match(/light/gu)).toHaveLength(1);
  });

  test('keeps addresses resolved, and only those that can be followed', () => {
    show('<a href="/x?a=1&b=2">one</a><a href="javascript:alert(1)">two</a><a href="#three" id="three">three</a>');
    expect(markupOf('page')).toBe(
      '<div><a href="http://localhost:3000/x?a=1&amp;b=2">one</a><a>two</a><a id="three" href="#three">three</a></div>',
    );
  });

  test('writes a link to a place of its own as that place, whatever the address of the page is', () => {
    show(`<a href="${location.href}#one">one</a><a href="/other#two">two</a><a href="#three">three</a>`);
    expect(markupOf('page')).toBe(
      '<div><a href="#one">one</a><a href="http://localhost:3000/other#two">two</a><a href="#three">three</a></div>',
    );
  });

  test('shows a shadow tree with what is put into its slots', () => {
    show('<x-card><b>light</b><i slot="end">end</i></x-card>');
    const root = document.querySelector('x-card')!.attachShadow({ mode: 'open' });
    root.innerHTML = '<p>before <slot></slot> after <slot name="end">none</slot></p>';
    expect(markupOf('page')).toBe('<div><p>before <b>light</b> after <i>end</i></p></div>');
  });

  test('that is no HTML is read from its root', () => {
    const page = new DOMParser().parseFromString('<text><line>one</line></text>', 'application/xml');
    expect(readTab('page', page)).toMatchObject({ type: 'content', markup: 'one' });
  });

  test.each([
    '',
    '<p> </p><canvas>drawn</canvas>',
    '<p hidden style="display:none">later</p>',
    '<img alt="Only a picture">',
  ])('without text is told: %s', (html) => {
    show(html);
    expect(readTab('page', document)).toEqual({ type: 'no-text' });
  });

  test('nests as deep as it likes', () => {
    const depth = 1_000;
    let root = document.createElement('b');
    root.textContent = 'deep';
    for (let at = 1; at < depth; at += 1) {
      const around = document.createElement('b');
      around.append(root);
      root = around;
    }
    // Read outside the page, because jsdom's styles do not go so deep.
    const read = readNodes([root], null);
    expect(read?.markup).toBe(`${'<b>'.repeat(depth)}deep${'</b>'.repeat(depth)}`);
  });

  test('is refused when it is too large, and not cut', () => {
    const text = document.createTextNode('x'.repeat(TAB_MARKUP_MAX_LENGTH + 1));
    document.body.replaceChildren(text);
    expect(readTab('page', document)).toEqual({ type: 'too-large' });
  });
});

describe('a selection', () => {
  test('of nothing is told', () => {
    show('<p>text</p>');
    expect(readTab('selection', document)).toEqual({ type: 'nothing-selected' });
  });

  test('is cut at both ends, through elements', () => {
    show('<p id="a">one two</p><p>between</p><p id="b">three <b id="c">four</b></p><p>after</p>');
    select('#a', 4, '#c', 2);
    expect(markupOf('selection')).toBe(
      '<div><p id="a">two</p><p>between</p><p id="b">three <b id="c">fo</b></p></div>',
    );
  });

  test('in a list or a table keeps what is around the items', () => {
    show('<ol><li id="a">one</li><li id="b">two</li><li>three</li></ol>');
    select('#a', 0, '#b', 3);
    expect(markupOf('selection')).toBe('<ol><li id="a">one</li><li id="b">two</li></ol>');
  });

  test('within one text is that text', () => {
    show('<p id="a">a < b & c</p>');
    select('#a', 2, '#a', 7);
    expect(markupOf('selection')).toBe('&lt; b &amp;');
  });

  test('in a form is read whatever names the form gives to its fields', () => {
    const names = ['matches', 'closest', 'hasAttributes', 'childNodes'];
    show(`<form id="f">one <b id="a">two</b>${names.map((name) => `<input name="${name}">`).join('')}</form>`);
    const form = document.querySelector('form')!;
    const range = document.createRange();
    range.selectNodeContents(form);
    getSelection()?.addRange(range);
    // As browsers name the fields of a form, before its own properties (HTML, 4.10.3). jsdom does not.
    for (const field of form.querySelectorAll('input')) Object.defineProperty(form, field.name, { value: field });
    expect(markupOf('selection').replaceAll(/ +/gu, ' ').trim()).toBe('<div id="f">one <b id="a">two</b> </div>');
  });

  test('in a field is its text, and never that of a password or a payment card', () => {
    show(
      '<textarea>some text</textarea><input type="password" value="secret"><input autocomplete="cc-name" value="x">',
    );
    const area = document.querySelector('textarea')!;
    area.focus();
    area.setSelectionRange(5, 9);
    expect(findSelection(document)).toEqual({ kind: 'text', text: 'text' });
    for (const field of document.querySelectorAll('input')) {
      field.focus();
      field.select();
      expect(findSelection(document)).toBeNull();
    }
  });
});
