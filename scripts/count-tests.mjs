/**
 * Reads the JSON report of a vitest run and prints `PASSED FAILED`, two numbers.
 *
 *     node scripts/count-tests.mjs REPORT EXIT_CODE
 *
 * A test file that could not be loaded has no tests and counts as one failure. A run that exits with another code than
 * 0 for another reason counts as one failure too. Examples are an unhandled rejection and a missing report.
 */
import { readFileSync } from 'node:fs';

const [file = '', exitCode = '1'] = process.argv.slice(2);
let passed = 0;
let failed = 0;
try {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  passed = report.numPassedTests;
  failed = report.numFailedTests;
  for (const suite of report.testResults) {
    if (suite.status === 'failed' && suite.assertionResults.length === 0) failed += 1;
  }
} catch (error) {
  console.error(`diffsvc: no report of the tests: ${error instanceof Error ? error.message : String(error)}`);
}
if (exitCode !== '0' && failed === 0) failed = 1;
console.log(`${String(passed)} ${String(failed)}`);
