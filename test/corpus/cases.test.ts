import { judgeSet } from './judge-set.ts';

judgeSet('cases');
