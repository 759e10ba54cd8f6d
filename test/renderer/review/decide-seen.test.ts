/** Accept and Reject decide what the reader sees, and nothing else. */
import { describe, expect, it } from 'vitest';
import { NO_FILTER } from '../../../renderer/review/change-filter.ts';
import { ReviewSession } from '../../../renderer/review/review-session.svelte.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

const CLAUSE = 'Liability is limited.';
const BLOCKS = doc(
  p('a ', del('chg_1', 'b'), ins('chg_1', 'c')),
  { ...p(CLAUSE), onlyIn: { side: 'original', changeId: 'chg_2', moveId: 'mov_1' } },
  p('d ', ins('chg_3', 'e')),
  p('f ', del('chg_4', 'g')),
  { ...p(CLAUSE), onlyIn: { side: 'revised', changeId: 'chg_5', moveId: 'mov_1' } },
);

function reviewing(): ReviewSession {
  const session = new ReviewSession({
    blocks: BLOCKS,
    display: { layout: 'split', theme: 'system', collapse: true },
    mayReview: true,
    memory: { load: () => null, save: () => true },
  });
  session.startReview();
  return session;
}

const verdicts = ({ review }: ReviewSession): string =>
  review.changeIds.map((id) => review.decisions.get(id)?.verdict[0] ?? '.').join('');

describe('a key', () => {
  it('without a selected change shows the first one, and decides with the next press', () => {
    const session = reviewing();
    session.accept();
    expect([session.currentId, verdicts(session)]).toEqual(['chg_1', '.....']);
    expect(session.announcement).toContain('Not decided, because it was out of view');
    session.accept();
    expect(verdicts(session)).toBe('a....');
  });

  it('brings a change back that was scrolled away, and decides it with the next press', () => {
    const session = reviewing();
    session.select('chg_3');
    session.aim.documentShows = () => session.aim.asked > 0;
    session.reject();
    expect([verdicts(session), session.aim.asked, session.currentId]).toEqual(['.....', 1, 'chg_3']);
    session.reject();
    expect(verdicts(session)).toBe('..r..');
  });

  it('goes to the next change that fits when the selected one does not pass the filter', () => {
    const session = reviewing();
    session.select('chg_3');
    session.listed.filter = { ...NO_FILTER, group: 'delete' };
    session.accept();
    expect([session.currentId, verdicts(session)]).toEqual(['chg_4', '.....']);
    session.accept();
    expect(verdicts(session)).toBe('...a.');
    session.listed.filter = { ...NO_FILTER, text: 'nothing has this' };
    session.accept();
    expect(verdicts(session)).toBe('...a.');
  });

  it('decides the row with the keyboard, whatever is selected, and goes on with the next row', () => {
    const session = reviewing();
    session.select('chg_1');
    session.aim.row = { changeIds: ['chg_3'], isInSight: () => true };
    session.reject();
    expect([verdicts(session), session.currentId, session.focusRowOf]).toEqual(['..r..', 'chg_4', 'chg_4']);
  });

  it('only shows a row with the keyboard that is scrolled away', () => {
    const session = reviewing();
    session.aim.row = { changeIds: ['chg_3'], isInSight: () => false };
    session.reject();
    expect([verdicts(session), session.currentId]).toEqual(['.....', 'chg_3']);
  });

  it('opens the list where the view marks no changes, and decides when its row is seen', () => {
    const session = reviewing();
    session.select('chg_1');
    session.aim.documentShows = () => null;
    session.accept();
    expect([verdicts(session), session.listShown]).toEqual(['.....', true]);
    session.aim.listShows = () => true;
    session.accept();
    expect(verdicts(session)).toBe('a....');
  });

  it('decides all changes of a selected text as whole units, in one step', () => {
    const session = reviewing();
    let isSelected = true;
    session.aim.selected = ['chg_1', 'chg_5'];
    session.aim.unselect = () => (isSelected = false);
    session.reject();
    expect([verdicts(session), isSelected]).toEqual(['rr..r', false]);
    session.aim.selected = [];
    session.undo();
    expect(verdicts(session)).toBe('.....');
  });

  it('decides both ends of a move, whichever end is selected', () => {
    const session = reviewing();
    session.select('chg_5');
    session.reject();
    session.select('chg_2');
    session.accept();
    expect(verdicts(session)).toBe('.a..a');
  });
});
