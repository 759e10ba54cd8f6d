import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';
import { documentedExports } from './scripts/eslint/documented-exports.mjs';

/** Names that say nothing of what a file or a thing is. */
const EMPTY_NAMES = '(^|[-_/])(utils?|helpers?|managers?|misc|common)([-_.]|$)';

export default defineConfig(
  globalIgnores(['node_modules/', 'dist/', 'coverage/', '.cache/', 'test/**/fixtures/']),
  {
    // A rule that is wrong somewhere is changed here, with its reason, not silenced where it speaks.
    linterOptions: { noInlineConfig: true },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Numbers in messages are wanted; everything else is spelled out.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `x!` after a bound check that the type checker cannot follow (noUncheckedIndexedAccess in an inner loop).
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      // Spreading a string into its code points is what the wire form counts in.
      '@typescript-eslint/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }, 'string'] }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.ts', '**/*.js', '**/*.mjs', '**/*.svelte'],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'anywhere' }],
      'no-console': 'error',
      'prefer-const': 'error',
      'no-var': 'error',
      'no-restricted-imports': [
        'error',
        // The one package of such a name that is used: the linter of deploy/Dockerfile.
        {
          patterns: [
            {
              regex: `^(?!dockerfile-utils$).*?${EMPTY_NAMES}`,
              message: 'Name the file after the one thing it holds.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['shared', 'service', 'renderer', 'extension', 'electron']
      .map((folder) => `${folder}/**/*.ts`)
      .concat('scripts/**/*.mjs'),
    plugins: { house: { rules: { 'documented-exports': documentedExports } } },
    rules: {
      'house/documented-exports': 'error',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // Only main.ts and the configuration it reads know the environment.
    files: ['shared/**/*.ts', 'service/**/*.ts'],
    ignores: ['service/main.ts', 'service/configuration/**', 'service/cli/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Read it in service/configuration and pass the value in.' },
      ],
    },
  },
  {
    // One door to the browser's extension API: what differs between browsers is settled there.
    files: ['extension/**/*.ts', 'extension/**/*.svelte'],
    ignores: ['extension/browser-api.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['chrome', 'browser'].map((name) => ({ name, message: 'Import `api` from extension/browser-api.ts.' })),
      ],
    },
  },
  {
    // A comparison gives the same bytes for the same input: no clock, no chance, no locale.
    files: [
      'shared/document/**',
      'shared/fragment/**',
      'service/engine/**',
      'service/formats/**',
      'service/ooxml/**',
      'service/redline/**',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'The same input gives the same bytes.' },
        { object: 'Date', property: 'now', message: 'Budgets count steps, not milliseconds.' },
        { property: 'localeCompare', message: 'Compare code units: the order must not depend on the machine.' },
      ],
    },
  },
  {
    // Type-only imports of Svelte files are not seen by the layer check; they are forbidden here.
    files: ['renderer/**/*.svelte', 'extension/**/*.svelte'],
    rules: {
      // Properties come in one pattern, and those that are bound are assigned by the page.
      'prefer-const': ['error', { destructuring: 'all' }],
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '(^|/)(service|electron|test)/', message: 'A page imports shared/ and renderer/ only.' }],
        },
      ],
    },
  },
  ...svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      globals: globals.browser,
      parserOptions: { parser: typescript.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: { globals: globals.node },
  },
  {
    // Scripts and the launcher talk to a person on the terminal. A test says there that it did not run, and why.
    files: ['scripts/**', 'bin/**', 'test/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Tests build wrong values on purpose and look into answers of unknown shape.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Two more of that kind. They take a third of the time of this check.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
);
