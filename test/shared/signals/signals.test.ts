/** What matters about a change: a rule fires where what it finds differs, in four languages. */
import { describe, expect, it } from 'vitest';
import { addedRules } from '../../../shared/signals/added-rules.ts';
import { RULES } from '../../../shared/signals/rules.ts';
import { signalsOf } from '../../../shared/signals/signals.ts';
import type { Block, Run } from '../../../shared/document/model.ts';
import { del, doc, ins, p } from '../../builders/document.ts';

type Inlines = Parameters<typeof p>;

const replaced = (before: string, after: string): Run[] => [...del('c', before), ...ins('c', after)];
const added = (text: string): Run[] => [...ins('c', text)];
const onlyInRevised = (block: Block): Block => ({ ...block, onlyIn: { side: 'revised', changeId: 'c' } });
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
    ['en', [['amounts', 'added: Euro']], ['the price ', ...added('in Euro '), 'counts']],
    ['es', [['amounts', 'added: dólares']], ['el precio ', ...added('en dólares '), 'vale']],
    ['en', [['dates', 'monthly → yearly']], ['a ', ...replaced('monthly', 'yearly'), ' fee']],
    ['de', [['dates', 'monatlichen → jährlichen']], ['im ', ...replaced('monatlichen', 'jährlichen'), ' Abstand']],
    ['fr', [['dates', 'mensuels → annuels']], ['des frais ', ...replaced('mensuels', 'annuels')]],
    ['es', [['dates', 'mensuales → anuales']], ['las cuotas ', ...replaced('mensuales', 'anuales')]],
    ['de', [['obligation', 'added: sind']], ['Werte, ', ...added('die aufzurunden sind, '), 'zählen']],
    ['de', [['obligation', 'added: ist']], ['Es ', ...replaced('gilt', 'ist anzuwenden'), ' dort']],
    // Another duty is a duty too.
    ['de', [], ['er ', ...replaced('hat anzuliefern', 'hat zu zahlen'), ' dort']],
    ['de', [], ['das ', ...replaced('geht', 'ist zu Lasten'), ' des Hauses']],
    ['de', [], ['nur ', ...replaced('Auszubildende', 'die Auszubildenden sind'), ' da']],
    ['en', [['liability', 'added: solely responsible']], ['you are ', ...added('solely responsible '), 'here']],
    ['de', [['liability', 'added: Haftpflichtversicherung']], ['eine ', ...added('Haftpflichtversicherung'), ' folgt']],
    ['de', [], ['die ', ...replaced('Nummer', 'Versicherungsnummer'), ' folgt']],
    ['de', [['parties', 'added: Muster Partnerschaft mbB']], ['von ', ...added('Muster Partnerschaft mbB '), 'dort']],
    ['en', [['parties', 'Acme Ltd → Bank of Exeter plc']], [...replaced('Acme Ltd', 'Bank of Exeter plc'), ' sells']],
    // Words before a company are no part of its name.
    ['en', [], ['Today Smith ', ...replaced('buys', 'gets'), ' it from Acme Ltd at once']],
    // A name that begins with a role is no party.
    ['en', [], ['see ', ...added('the Customer Data and '), 'others']],
    ['de', [['parties', 'added: Käufer']], ['es ist ', ...added('dem Käufer Ersatz '), 'zu leisten']],
    // The same period in words and digits.
    ['en', [], ['within ', ...replaced('forty-five (45)', '45'), ' days']],
    ['en', [['dates', 'twenty-four (24) hours → 36 hours']], ['in ', ...replaced('twenty-four (24)', '36'), ' hours']],
    // A number before a clause, and a year before an amount.
    ['en', [], [...replaced('1.13.10 ', '1.12.10 '), 'Waiver']],
    ['en', [], ['see clause 7.', ...replaced('13.10', '14.10'), ' there']],
    ['de', [['amounts', '7,2 Mio. Euro → 8,2 Mio. Euro']], ['2012 ', ...replaced('7,2', '8,2'), ' Mio. Euro']],
    ['fr', [['amounts', '1 000 euros → 2 000 euros']], [...replaced('1 000', '2 000'), ' euros']],
    ['en', [], ['see ', ...added('the search warrant and '), 'so on']],
    // A third party is no party.
    ['en', [], ['sold to ', ...added('Third Parties and '), 'others']],
    ['en', [], ['cookies of ', ...added('First and Third Party '), 'sites']],
    // Idioms with a negation that deny nothing.
    ['en', [], ['this ', ...added('is no broader than needed and no later than today, and ')]],
    ['en', [], ['things, ', ...added('including but not limited to cars, ')]],
    ['en', [], ['answers ', ...added('“Do Not Track” and asks whether or not ')]],
    ['de', [], ['gilt ', ...added('nicht nur hier und nicht später als '), 'dort']],
    ['fr', [], ['vaut ', ...added('non seulement ici et sans s’y limiter '), 'là']],
    ['es', [], ['vale ', ...added('no solo aquí y sin limitación '), 'allá']],
    // Compounds deny nothing, and what turns a grant around does.
    ['en', [], ['all ', ...added('non-investment and Non\u2011US and not-for-profit and no-fault '), 'funds']],
    ['de', [], ['alle ', ...added('Nicht-EU-Staaten und nicht-öffentlichen '), 'Stellen']],
    ['fr', [], ['la ', ...added('non-concurrence, les sans-abri et le pas-de-porte, '), 'ici']],
    ['es', [], ['los ', ...added('no-residentes y los sin-techo y '), 'otros']],
    [
      'en',
      [],
      ['all ', ...added('Non-essential, NON-ESSENTIAL, Non\u00ADessential and Non\u2013essential '), 'cookies'],
    ],
    ['de', [], ['alle ', ...added('nicht-essenziellen, NICHT-ESSENZIELLEN und Nicht\u2013essenziellen '), 'Cookies']],
    ['fr', [], ['les ', ...added('non-essentiels, NON-ESSENTIELS et non\u2011essentiels '), 'traceurs']],
    ['es', [], ['las ', ...added('no-esenciales, NO-ESENCIALES y no\u2010esenciales '), 'cookies']],
    // Unless the other side has the word without the prefix in its place.
    ['en', [['negation', 'added: Non']], [...replaced('Essential', 'Non-essential'), ' cookies']],
    ['en', [['negation', 'removed: non']], ['a ', ...replaced('non-refundable', 'refundable'), ' fee']],
    ['en', [['negation', 'added: non']], ['Transferable or ', ...added('non-'), 'transferable rights']],
    ['en', [], ['Essential cookies', ...added(' and non-essential cookies')]],
    ['de', [['negation', 'added: nicht']], ['die ', ...added('nicht-'), 'öffentlichen Stellen']],
    ['fr', [['negation', 'removed: non']], ['les traceurs ', ...lost('non-'), 'essentiels']],
    ['es', [['negation', 'added: no']], ['los ', ...replaced('residentes', 'no-residentes'), ' pagan']],
    ['en', [['negation', 'added: non-exclusive']], ['a ', ...added('non-exclusive '), 'right']],
    ['en', [['negation', 'added: no']], ['', ...added('no-one '), 'here']],
    ['de', [['negation', 'added: nicht']], ['ein ', ...added('nicht-exklusives '), 'Recht']],
    ['fr', [['negation', 'added: non']], ['un droit ', ...added('non-exclusif '), 'ici']],
    ['es', [['negation', 'added: no']], ['un derecho ', ...added('no-exclusivo '), 'aquí']],
    ['en', [['negation', 'added: no']], ['it ', ...added('no longer '), 'holds']],
    ['de', [['negation', 'added: nicht']], ['gilt ', ...added('nicht mehr '), 'dort']],
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

  it('a short name of a company is a party where it acts, and no product is', () => {
    const company = p('This is a contract with Acme Widgets Ltd and Bavarian Motor Trading GmbH.');
    const acts = p('Acme will sell and BMT may buy. Bavarian law applies.');
    const blocks = doc(company, acts, p('Sold ', ...added('by Acme and BMT under Bavarian law '), 'today'));
    expect(signalsOf(blocks).get('c')).toEqual([{ rule: 'parties', text: 'added: Acme, BMT' }]);
    const product = doc(company, acts, p('Use ', ...added('the Acme Platform at acme.com '), 'today'));
    expect(signalsOf(product).get('c')).toBeUndefined();
  });

  it('a plural that is defined counts where its singular is used, and another apostrophe does not', () => {
    const definitions = p('“Users” means readers. “Sister Entity” means a sister. “Terms” means this page.');
    const blocks = doc(
      definitions,
      p('for ', ...ins('c', 'a User '), 'and ', ...ins('d', 'Sister Entities '), 'here'),
      p('the ', ...del('e', 'User’s'), ...ins('e', "User's"), ' wish for the ', ...ins('f', 'Term '), 'to come'),
    );
    const found = signalsOf(blocks);
    expect(found.get('c')).toEqual([{ rule: 'defined-terms', text: 'added: User' }]);
    expect(found.get('d')).toEqual([{ rule: 'defined-terms', text: 'added: Sister Entities' }]);
    expect(found.get('e')).toBeUndefined();
    expect(found.get('f')).toBeUndefined();
  });

  it.each([
    'Acme and others (collectively, “Acme,” “we,” or “us”) sell. ',
    'These are collectively referred to herein as “Acme.” ',
    'Diese werden im Folgenden „Acme“ genannt. ',
    'Ils sont ci-après « Acme » ici. ',
    'Ellos son, en adelante, «Acme» aquí. ',
  ])('a name that a list or a phrase defines: %s', (definition) => {
    const blocks = doc(p(...added(definition), 'x'), p('It is for Acme.'));
    expect(signalsOf(blocks).get('c')).toContainEqual({ rule: 'definitions', text: 'Acme' });
  });

  it('a definition is no use of its term, and a second definition of it is named', () => {
    const blocks = doc(
      p('Red things (the “Goods”) count. Goods are sold.'),
      onlyInRevised(p('Blue things (the “Goods”) too.')),
    );
    expect(signalsOf(blocks).get('c')).toEqual([{ rule: 'definitions', text: 'Goods' }]);
  });

  it('other quotation marks alone change no definition', () => {
    const blocks = doc(p('Things (the ', ...replaced('“Goods”', '"Goods"'), ') count. Sell the Goods.'));
    expect(signalsOf(blocks).get('c')).toBeUndefined();
  });

  it('a name with a capital inside is a brand, and no term without definition', () => {
    const blocks = doc(
      p('The “Goods” means things. The Goods.'),
      p('see ', ...added('the AdChoices and the Vendor '), 'x'),
    );
    expect(signalsOf(blocks).get('c')).toEqual([
      { rule: 'parties', text: 'added: Vendor' },
      { rule: 'undefined-terms', text: 'Vendor is not defined' },
    ]);
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

  // A pattern that goes back and forth over such a text would not end.
  it.each(['1', '1,', '1 000 ', 'A.', 'A ', 'a', 'one-', 'no ', 'zu ', 'ist zu ', '“Ab” ', 'referred to as “Ab” '])(
    'a long text of %j has an end',
    (part) => {
      const blocks = doc(p(part.repeat(200_000 / part.length), ' and ', ...added('€ 5 ')));
      expect(signalsOf(blocks).get('c')).toContainEqual({ rule: 'amounts', text: 'added: € 5' });
    },
  );

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
