import { judgeSet } from './judge-set.ts';

judgeSet('txt', 1 / 10);
