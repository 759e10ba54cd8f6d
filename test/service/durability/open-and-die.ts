/** Opens the database `FILE`, and kills itself before the statement number `N` that changes it: `open-and-die.ts FILE N`. */
import SqliteDatabase from 'better-sqlite3';
import { openDatabase } from '../../../service/store/sqlite/open-database.ts';

const [, , file = '', number = ''] = process.argv;
const CHANGING = /^\s*(?:create|alter|drop|insert|update|delete)\b/iu;

const memory = new SqliteDatabase(':memory:');
const statements = Object.getPrototypeOf(memory.prepare('select 1')) as Record<
  'run' | 'all',
  (this: SqliteDatabase.Statement, ...given: unknown[]) => unknown
>;
memory.close();
let count = 0;
for (const name of ['run', 'all'] as const) {
  const real = statements[name];
  statements[name] = function (...given) {
    if (CHANGING.test(this.source)) {
      count += 1;
      if (count === Number(number)) process.kill(process.pid, 'SIGKILL');
    }
    return real.apply(this, given);
  };
}
const database = await openDatabase(file);
await database.destroy();
console.log(count);
