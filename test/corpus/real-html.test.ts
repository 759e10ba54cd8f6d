import { judgeSet } from './judge-set.ts';

judgeSet('html', 1 / 10);
