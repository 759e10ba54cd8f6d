/** What matters about a change: a rule fires where what it finds differs, in four languages. */
import { describe, expect, it } from 'vitest';
import { addedRules } from '../../../shared/signals/added-rules.ts';
import { RULES } from '../../../shared/signals/rules.ts';
import { signalsOf } from '../../../shared/signals/signals.ts';
import type { Run } from '../../../shared/document/model.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

type Inlines = Parameters<typeof p>;

const replaced = (before: string, after: string): Run[] => [...del('c', before), ...ins('c', after)];
const added = (text: string): Run[] => [...ins('c', text)];
const lost = (text: string): Run[] => [...del('c', text)];

/** A paragraph that tells the language, and nothing else. */
const LANGUAGE = {
  en: p('This text is for the reader of the page and for nobody of the others by the way.'),
  de: p('Der Text ist für die Leser und das ist von dem Haus mit der Tür.'),
  fr: p('Le texte est pour les lecteurs et une page des livres dans le monde.'),
  es: p('El texto para los lectores y las páginas del libro por el mundo con una luz.'),
} as const;

function signals(language: keyof typeof LANGUAGE, parts: Inlines): [string, string][] {
  const blocks = doc(LANGUAGE[language], p(...parts));
  return (signalsOf(blocks).get('c') ?? []).map(({ rule, text }) => [rule, text]);
}

describe('signals', () => {
  it.each<[keyof typeof LANGUAGE, [string, string][], Inlines]>([
    ['en', [['amounts', '$100 → $1,000']], ['a fee of $', ...replaced('100', '1,000'), ' net']],
    ['en', [['amounts', 'EUR 5 → EUR 6']], ['EUR ', ...replaced('5', '6')]],
    ['en', [['amounts', '£20 → €20']], [...replaced('£', '€'), '20']],
    ['de', [['amounts', '1.000 Euro → 2.000 Euro']], ['zahlt ', ...replaced('1.000', '2.000'), ' Euro']],
    ['de', [['amounts', '3 Mio. EUR → 5 Mio. EUR']], ['bis zu ', ...replaced('3', '5'), ' Mio. EUR']],
    ['fr', [['amounts', '2 millions d’euros → 3 millions d’euros']], [...replaced('2', '3'), ' millions d’euros']],
    ['es', [['amounts', '500 euros → 900 euros']], ['pagará ', ...replaced('500', '900'), ' euros']],
    ['en', [['amounts', '₹५ → ₹६']], ['₹', ...replaced('५', '६')]],
    ['en', [['percentages', '8 % → 9 %']], [...replaced('8', '9'), ' % interest']],
    ['en', [['percentages', 'five percent → six percent']], [...replaced('five', 'six'), ' percent']],
    ['de', [['percentages', '8 Prozent → 9 Prozent']], [...replaced('8', '9'), ' Prozent Zinsen']],
    ['fr', [['percentages', '8 pour cent → 9 pour cent']], [...replaced('8', '9'), ' pour cent']],
    ['es', [['percentages', '8 por ciento → 9 por ciento']], [...replaced('8', '9'), ' por ciento']],
    ['en', [['dates', '3 March 2026 → 4 March 2026']], ['on ', ...replaced('3', '4'), ' March 2026']],
    ['en', [['dates', '2026-03-03 → 2026-03-04']], ['by 2026-03-', ...replaced('03', '04')]],
    ['en', [['dates', 'thirty days → sixty days']], ['within ', ...replaced('thirty', 'sixty'), ' days']],
    ['en', [['dates', '30 days → 30 months']], ['within 30 ', ...replaced('days', 'months')]],
    ['en', [['dates', '10 days → 10 business days']], ['within 10 ', ...added('business '), 'days']],
    ['de', [['dates', '3.3.2026 → 3.4.2026']], ['am 3.', ...replaced('3', '4'), '.2026']],
    ['de', [['dates', '14 Tagen → 30 Tagen']], ['binnen ', ...replaced('14', '30'), ' Tagen']],
    ['fr', [['dates', '15 jours → 30 jours']], ['sous ', ...replaced('15', '30'), ' jours']],
    ['fr', [['dates', '1er janvier 2026 → 1er février 2026']], ['1er ', ...replaced('janvier', 'février'), ' 2026']],
    ['es', [['dates', '15 días → 30 días']], ['en ', ...replaced('15', '30'), ' días']],
    ['es', [['dates', '3 de marzo de 2026 → 3 de mayo de 2026']], ['3 de ', ...replaced('marzo', 'mayo'), ' de 2026']],
    ['en', [['dates', '2026年3月 → 2026年4月']], ['2026年', ...replaced('3', '4'), '月']],
    ['en', [['negation', 'added: not']], ['we ', ...added('not '), 'assign']],
    ['en', [['negation', 'added: ’t']], ['It ', ...replaced('does', 'doesn’t'), ' apply']],
    ['de', [['negation', 'added: nicht']], ['gilt ', ...added('nicht '), 'dort']],
    ['fr', [['negation', 'removed: aucun']], ['dans ', ...replaced('aucun', 'ce'), ' cas']],
    ['es', [['negation', 'removed: no']], ['se ', ...lost('no '), 'aplica']],
    ['en', [['obligation', 'shall → may']], ['it ', ...replaced('shall', 'may'), ' assign']],
    ['de', [['obligation', 'muss → kann']], ['er ', ...replaced('muss', 'kann'), ' liefern']],
    ['fr', [['obligation', 'doit → peut']], ['il ', ...replaced('doit', 'peut'), ' livrer']],
    ['es', [['obligation', 'deberá → podrá']], ['el autor ', ...replaced('deberá', 'podrá'), ' entregar']],
    ['en', [['liability', 'added: liable']], ['he is ', ...added('liable '), 'here']],
    [
      'de',
      [['liability', 'removed: Haftungsausschluss']],
      ['der ', ...replaced('Haftungsausschluss', 'Satz'), ' gilt'],
    ],
    ['fr', [['liability', 'removed: garantie']], ['la ', ...replaced('garantie', 'promesse'), ' vaut']],
    ['es', [['liability', 'added: responsabilidad']], ['la ', ...replaced('carga', 'responsabilidad'), ' es suya']],
    ['en', [['termination', 'added: terminate']], ['they ', ...replaced('end', 'terminate'), ' it']],
    ['de', [['termination', 'added: Kündigung']], ['die ', ...replaced('Anzeige', 'Kündigung'), ' wirkt']],
    ['fr', [['termination', 'added: résiliation']], ['la ', ...replaced('fin', 'résiliation'), ' vaut']],
    ['es', [['termination', 'added: rescisión']], ['la ', ...replaced('firma', 'rescisión'), ' vale']],
    ['en', [['parties', 'Seller → Vendor']], ['The ', ...replaced('Seller', 'Vendor'), ' sells']],
    ['en', [['parties', 'Acme Ltd → Acme GmbH']], [...replaced('Acme Ltd', 'Acme GmbH'), ' sells']],
    ['de', [['parties', 'Käufer → Verkäufer']], ['Der ', ...replaced('Käufer', 'Verkäufer'), ' zahlt']],
    ['fr', [['parties', 'Vendeur → Acheteur']], ['Le ', ...replaced('Vendeur', 'Acheteur'), ' paie']],
    ['es', [['parties', 'Vendedor → Comprador']], ['El ', ...replaced('Vendedor', 'Comprador'), ' paga']],
    ['en', [['dates', 'May 7, 2026 → July 17, 2026']], ['on ', ...replaced('May 7', 'July 17'), ', 2026']],
    ['en', [], ['a ', ...replaced('blue', 'green'), ' car with 5 doors']],
    ['en', [], ['notable ', ...replaced('nothings', 'knots')]],
    ['en', [], ['the May', ...replaced('or', 'ors'), ' said']],
    ['en', [], ['not here: ', ...added('green '), 'car']],
    ['en', [], ['', ...replaced('The Seller shall pay at once', 'At once the Seller shall pay')]],
    // A word of another language is no signal.
    ['en', [], ['the ', ...replaced('pas', 'kann'), ' is a name']],
  ])('%s: %j', (language, expected, parts) => {
    expect(signals(language, parts)).toEqual(expected);
  });

  it('a defined term counts where it is used', () => {
    const blocks = doc(
      p('The “Closing Date” means the day of closing.'),
      p('Pay before the Closing ', ...replaced('Date', 'Day'), '. The Closing Date is near.'),
    );
    expect(signalsOf(blocks).get('c')).toEqual([
      { rule: 'defined-terms', text: 'removed: Closing Date' },
      { rule: 'undefined-terms', text: 'Closing Day is not defined' },
    ]);
  });

  it('a changed definition is named, and a change elsewhere in a long paragraph is not', () => {
    const blocks = doc(
      p('“Goods” means all ', ...replaced('red', 'blue'), ' things.'),
      p('Acme (the “Seller”) sells ', ...del('d', 'red'), ...ins('d', 'blue'), ' Goods of the Seller.'),
    );
    expect(signalsOf(blocks).get('c')).toEqual([{ rule: 'definitions', text: 'Goods' }]);
    expect(signalsOf(blocks).get('d')).toBeUndefined();
  });

  it.each([
    ['“Goods” means things. ', 'the Goods'],
    ['„Ware“ bezeichnet Sachen. ', 'die Ware'],
    ['« Bien » désigne une chose. ', 'le Bien'],
    ['«Bien» significa una cosa. ', 'el Bien'],
    ['(ci-après le « Bien ») ', 'le Bien'],
    ['(im Folgenden „Ware“) ', 'die Ware'],
    ['(en adelante, el "Bien") ', 'el Bien'],
  ])('a definition that is lost and still used: %s', (definition, use) => {
    const blocks = doc(p(...lost(definition), 'x'), p(`${use} y`), p('“Other” means a thing. Other.'));
    expect(
      signalsOf(blocks)
        .get('c')
        ?.find(({ rule }) => rule === 'undefined-terms')?.text,
    ).toMatch(/is no longer defined and still used once$/);
  });

  it('a definition that nothing uses, and the loss of the last use', () => {
    const unused = doc(p('x ', ...added('“Escrow” means money held.')), p('no use of it'));
    expect(signalsOf(unused).get('c')).toContainEqual({
      rule: 'unused-definitions',
      text: 'Escrow is defined and not used',
    });
    const last = doc(p('“Escrow” means money held.'), p('Pay ', ...lost('the Escrow '), 'now'));
    expect(signalsOf(last).get('c')).toContainEqual({
      rule: 'unused-definitions',
      text: 'Escrow is defined and no longer used',
    });
  });

  it('added rules fire beside the shipped ones, and each name exists once', () => {
    const rules = addedRules({ rules: [{ rule: 'privacy', title: 'Privacy', words: ['personal data', 'anonym*'] }] });
    const blocks = doc(p('about ', ...replaced('personal data', 'Anonymous data')));
    expect(signalsOf(blocks, rules).get('c')).toEqual([{ rule: 'privacy', text: 'personal data → Anonymous' }]);
    expect(new Set(RULES.map(({ rule }) => rule)).size).toBe(RULES.length);
  });

  it.each<[unknown, RegExp]>([
    [[], /must be an object/],
    [{ rules: [{ rule: 'amounts', title: 'x', words: ['a'] }] }, /is there already/],
    [{ rules: [{ rule: 'A b', title: 'x', words: ['a'] }] }, /lower-case/],
    [{ rules: [{ rule: 'a', title: '', words: ['a'] }] }, /title/],
    [{ rules: [{ rule: 'a', title: 'x' }] }, /has no words/],
    [{ rules: [{ rule: 'a', title: 'x', words: ['a*b'] }] }, /words\[0\]/],
    [{ rules: [{ rule: 'a', title: 'x', patterns: ['(a+)+'] }] }, /patterns is unknown/],
    [{ rules: [{ rule: 'a', title: 'x', wordsOf: { it: ['non'] } }] }, /languages are en, de, fr, es/],
  ])('a file of rules that cannot be followed: %j', (value, message) => {
    expect(() => addedRules(value)).toThrow(message);
  });
});
