import { judgeSet } from './judge-set.ts';

judgeSet('json', 1 / 10);
