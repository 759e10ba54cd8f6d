import { judgeSet } from './judge-set.ts';

judgeSet('cases', 1);
