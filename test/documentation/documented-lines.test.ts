import { expect, test } from 'vitest';
import { documentedLines } from './documented-lines.ts';

test('lines of shell blocks and commands of table cells are found, without their comments', () => {
  const page = [
    'Type this:',
    '```sh',
    'npm start             # prints an address',
    '',
    'curl -s http://127.0.0.1/ \\',
    '  -d \'{"a": 1}\'',
    '```',
    '```json',
    '{ "diffsvc": true }',
    '```',
    '| a report | `diffsvc compare old.docx new.docx -o x.report.pdf` |',
    '| a file   | `lease.docx` |',
  ].join('\n');
  expect(documentedLines(page)).toEqual([
    { at: 3, command: 'npm start' },
    { at: 5, command: `curl -s http://127.0.0.1/  -d '{"a": 1}'` },
    { at: 11, command: 'diffsvc compare old.docx new.docx -o x.report.pdf' },
  ]);
});
