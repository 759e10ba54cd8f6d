import { readFileSync, globSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** Files with the texts of each surface. */
const MESSAGES = [
  ...globSync('renderer/strings/english/*.ts'),
  'renderer/design/preview/strings.ts',
  'extension/strings.ts',
  ...globSync('service/cli/strings/*.ts'),
];
/** Attributes whose value is read out or shown. */
const SAID = ['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'label', 'placeholder', 'title'];
const LETTER = /\p{L}/u;
/** Matches a sentence, and no value of an attribute or a query. */
const SENTENCE = /^\p{Lu}[\p{L}’-]*,? .*[.…?!:]$/su;

/** A node of Svelte's or ESTree's syntax trees; the members that are looked at, by their names. */
interface SyntaxNode {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Members of a template node that hold what it shows. */
const INSIDE = ['fragment', 'nodes', 'body', 'consequent', 'alternate', 'fallback', 'pending', 'then', 'catch'];
/** Members of an expression that hold its possible values. */
const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  ConditionalExpression: ['consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
  TemplateLiteral: ['quasis', 'expressions'],
  TSAsExpression: ['expression'],
};

/** Texts in the markup of a component: between elements, in attributes that are shown or read out, and in expressions. */
function textsInMarkup(source: string): string[] {
  const found: string[] = [];
  const add = (text: unknown): void => {
    if (typeof text === 'string' && LETTER.test(text)) found.push(text.trim());
  };
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Text') add(node['data']);
    else if (node.type === 'Literal') add(node['value']);
    else if (node.type === 'TemplateElement') add((node['value'] as { readonly raw: string }).raw);
    else if (node.type === 'ExpressionTag') visitAll(node['expression']);
    else for (const key of OUTCOMES[node.type] ?? INSIDE) visitAll(node[key]);
    for (const attribute of (node['attributes'] ?? []) as readonly SyntaxNode[]) {
      if (attribute.type === 'Attribute' && SAID.includes(attribute['name'] as string)) visitAll(attribute['value']);
    }
  };
  const visitAll = (nodes: unknown): void => {
    for (const node of Array.isArray(nodes) ? (nodes as unknown[]) : [nodes]) {
      if (typeof node === 'object' && node !== null) visit(node as SyntaxNode);
    }
  };
  visitAll(parse(source, { modern: true }).fragment);
  return found;
}

/** Sentences in the code of a file; what a bug throws is for those who mend it. */
function sentencesInCode(source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isNewExpression(node) ||
      (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.SuperKeyword)
    ) {
      return;
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : node.text;
      if (SENTENCE.test(text)) found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('code.ts', source, ts.ScriptTarget.Latest, true));
  return found;
}

function scriptsOf(component: string): string {
  return [...component.matchAll(/<script[^>]*>(.*?)<\/script>/gsu)].map(([, code]) => code).join('\n');
}

describe('texts stand in one file of each surface', () => {
  const files = globSync(['{renderer,extension}/**/*.{svelte,ts}', 'service/cli/**/*.ts']).filter(
    (file) => !MESSAGES.includes(file),
  );

  test.each(files.filter((file) => file.endsWith('.svelte')))('%s', (file) => {
    const source = readFileSync(file, 'utf8');
    expect(textsInMarkup(source)).toEqual([]);
    expect(sentencesInCode(scriptsOf(source))).toEqual([]);
  });

  test('and none in the code beside the components', () => {
    const found = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => sentencesInCode(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`));
    expect(found).toEqual([]);
  });
});

describe('what is found', () => {
  test.each([
    ['<p>Hello</p>', ['Hello']],
    ['<p class="wide {tone}">{messages.hello} – {name}</p>', []],
    ['<input title="Your name" type="text" />', ['Your name']],
    ['<input aria-label={isNew ? "New" : messages.old} />', ['New']],
    ['<p>{count === "none" ? "Nothing" : `${count} things`}</p>', ['Nothing', 'things']],
    ['<p>{list.join("and")}{#if kind === "wide"}<b>Wide</b>{/if}</p>', ['Wide']],
    ['{#each names as name (name)}<Row {name} kind="wide" label="Row" />{/each}', ['Row']],
    ['{#snippet row(name: string)}{name || "Nobody"}{/snippet}', ['Nobody']],
  ])('%s', (source, texts) => {
    expect(textsInMarkup(`<script lang="ts"></script>${source}`)).toEqual(texts);
  });

  test.each([
    ["fail('The file was not made.');", ['The file was not made.']],
    ['const told = `Made ${name} again.`;', ['Made ${name} again.']],
    ["throw new Error('The page has no element.');", []],
    ["query('main p.');", []],
  ])('%s', (source, texts) => {
    expect(sentencesInCode(source)).toEqual(texts);
  });
});
