import { judgeSet } from './judge-set.ts';

judgeSet('markdown', 1 / 10);
