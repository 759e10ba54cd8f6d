/**
 * `npm run lab -- NAME [ARGUMENT]…`: runs a program of the laboratory, `test/lab/NAME/main.ts`, on Node 24.
 *
 * The laboratory compares the service with other tools. Their packages have a lockfile of their own in `test/lab`; the
 * first run installs them, and no other command does.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './run-child.mjs';
import { NODE, ROOT, installPackages, installPackagesIn, orExit } from './setup.mjs';
import { withProjectNode } from './stages.mjs';

const LAB = join('test', 'lab');

const [name = '', ...args] = process.argv.slice(2);
const names = readdirSync(join(ROOT, LAB)).filter((folder) => existsSync(join(ROOT, LAB, folder, 'main.ts')));
if (!names.includes(name)) {
  console.error(`diffsvc: npm run lab -- NAME: "${name}" is none of ${names.join(', ')}`);
  process.exit(2);
}
await orExit(() => {
  installPackages();
  installPackagesIn(LAB);
});
const program = join(ROOT, LAB, name, 'main.ts');
process.exit(await runChild(NODE, [program, ...args], { env: withProjectNode(process.env) }));
