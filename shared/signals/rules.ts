/**
 * The shipped rules, most important first. This file is meant to be read and extended. A word may end with `*`, and
 * every list belongs to one language. `docs/signals.md` explains the form.
 */
import { COMPANY } from './party-names.ts';
import { FORMULA_RULE, PARTY_RULE, TERM_RULES, type Rule } from './rule.ts';

/** Spaces and apostrophes stand before groups of three digits: "1 000", and not "2012 7,238". */
const NUMBER = String.raw`(?<!\p{Nd})(?:\p{Nd}{1,3}(?:[\u00A0\u202F '’]\p{Nd}{3}){1,8}(?!\p{Nd})|\p{Nd}{1,20})(?:[.,]\p{Nd}{1,20}){0,8}`;
const CURRENCY = String.raw`(?:\p{Sc}|(?<!\p{L})(?:USD|EUR|GBP|CHF|JPY|CNY|AUD|CAD|SEK|NOK|DKK|PLN|CZK|HUF|INR|BRL|ZAR|MXN|US\$|(?:dollar|euro|pound|franc|cent)s?|pesos?|dólar(?:es)?|livres? sterling|libras? esterlinas?|Franken)(?!\p{L}))`;
const SCALE = String.raw`(?:\s?(?:thousand|million|billion|Tsd\.?|Mio\.?|Mrd\.?|Millionen|Milliarden|mille|millions?|milliards?|mil|millón|millones|[kKmM])(?!\p{L}))?`;
/** French and Spanish put a preposition between a round number and its currency: "2 millions d’euros". */
const OF = String.raw`(?:\s?(?:d['’]|de\s))?`;
const UNIT = String.raw`(?:%|‰|(?<!\p{L})(?:percent|per cent|percentage points?|basis points?|bps|Prozent(?:punkte?)?|pour ?cent|por ciento|puntos? básicos?|points? de base)(?!\p{L}))`;

const COUNT_WORD = [
  ...['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'twelve', 'fourteen', 'fifteen'],
  ...['twenty', 'thirty', 'forty-five', 'sixty', 'ninety', 'eine[mnrs]?', 'zwei', 'drei', 'vier', 'fünf', 'sechs'],
  ...['sieben', 'acht', 'neun', 'zehn', 'zwölf', 'vierzehn', 'fünfzehn', 'zwanzig', 'dreißig', 'sechzig', 'neunzig'],
  ...['une?', 'deux', 'trois', 'quatre', 'cinq', 'sept', 'huit', 'neuf', 'dix', 'douze', 'quinze', 'vingt', 'trente'],
  ...['soixante', 'quatre-vingt-dix', 'una?', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
  ...['diez', 'doce', 'quince', 'veinte', 'treinta', 'sesenta', 'noventa'],
].join('|');
const SPAN = [
  String.raw`(?:business|working|calendar|consecutive)?\s?(?:days?|weeks?|months?|quarters?|years?|hours?)`,
  String.raw`(?:Werk|Kalender|Arbeits|Geschäfts|Bank)?tage?n?|Wochen?|Monate?[ns]?|Jahre?[ns]?|Stunden?|Quartale?n?`,
  String.raw`jours?(?:\s(?:ouvrables?|ouvrés?|calendaires?|francs?))?|semaines?|mois|trimestres?|ans?|années?|heures?`,
  String.raw`días?(?:\s(?:hábiles?|naturales?|laborables?|corridos))?|semanas?|mes(?:es)?|años?|horas?`,
].join('|');
const MONTH = [
  String.raw`jan(?:uary|uar|vier)?|ene(?:ro)?|feb(?:ruary|ruar|rero)?|févr?(?:ier)?|mar(?:ch|s|zo)?|märz|apr(?:il)?`,
  String.raw`avr(?:il)?|abr(?:il)?|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto`,
  String.raw`sept?(?:ember|embre|iembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|nov(?:ember|embre|iembre)?`,
  String.raw`dec(?:ember)?|dez(?:ember)?|déc(?:embre)?|dic(?:iembre)?`,
].join('|');
const FREQUENCY = [
  String.raw`hourly|daily|weekly|monthly|quarterly|yearly|annual(?:ly)?|semi-?annual(?:ly)?|per annum`,
  String.raw`(?:stünd|täg|wöchent|monat|vierteljähr|halbjähr|jähr)lich(?:e[mnrs]?)?`,
  String.raw`(?:quotidien|hebdomadaire|mensuel|trimestriel|semestriel|annuel)(?:le)?s?(?:ment)?`,
  String.raw`(?:diari[oa]|semanal|mensual|trimestral|semestral|anual)(?:e?s|mente)?`,
].join('|');
const DAY = String.raw`\p{Nd}{1,2}(?:st|nd|rd|th|er|º|\.)?`;

/** A German infinitive with "zu": "zu liefern", "aufzurunden". "Auszubildende" is none. */
const WITH_ZU = String.raw`(?:zu\s(?!(?:den|einen|diesen|allen|Lasten|Gunsten|Händen|Zwecken)(?!\p{L}))\p{L}+n|(?:ab|an|auf|aus|bei|dar|durch|ein|fest|frei|her|hin|mit|nach|offen|sicher|um|vor|weg|zurück|zusammen)zu(?!bildend)\p{L}+n)(?!\p{L})`;
/** The verb that makes it a duty: "ist nicht anzuwenden", "aufzurunden sind". */
const GERMAN_DUTY = [
  String.raw`(?<!\p{L})(?:ist|sind|hat|haben)(?=\s(?:nicht\s|unverzüglich\s|schriftlich\s)?${WITH_ZU})`,
  String.raw`(?<=(?<!\p{L})${WITH_ZU}\s)(?:ist|sind|hat|haben)(?!\p{L})`,
];

/**
 * What holds a negation and denies nothing: "no later than", "not limited to", "Do Not Track", and compounds such as
 * "non-investment". "Non-exclusive" turns a grant around, and "no-one" is a negation. So is a prefix that a change adds to
 * a word: "refundable" that becomes "non-refundable".
 */
const IDIOMS_OF_NEGATION = [
  String.raw`(?<!\p{L})(?:[Nn][Oo][NnTt]?|[Nn](?:icht|ICHT)|[Ss](?:ans|ANS)|[Pp](?:as|AS)|[Ss](?:in|IN))[-\u00AD\u2010\u2011\u2013](?!(?:ex[ck]lusi|EX[CK]LUSI|ausschließlich|[Oo](?:ne|NE)(?!\p{L})))(?<base>\p{L}+)`,
  String.raw`(?<!\p{L})[Nn]ot?\s(?:\p{L}+er|less|more|fewer)\sthan(?!\p{L})`,
  String.raw`(?<!\p{L})(?:[Nn]ot\s(?:limited\sto|only)|[Ww]hether\sor\snot)(?!\p{L})`,
  String.raw`Do\sNot\s(?:Track|Sell|Share|Call)(?!\p{L})`,
  String.raw`(?<!\p{L})[Nn]icht\s(?:nur|später\sals|mehr\sals|weniger\sals|abschließend)(?!\p{L})`,
  String.raw`(?<!\p{L})(?:[Nn]on\sseulement|sans\ss['’]y\slimiter|sans\slimitation)(?!\p{L})`,
  String.raw`(?<!\p{L})(?:[Nn]o\ss[oó]l(?:o|amente)|[Ss]in\slimitación|[Nn]o\smás\starde\s(?:de|del|que))(?!\p{L})`,
];

/** Capitalised words that contracts use for their parties. */
const ROLES = {
  en: [
    ...['Seller', 'Buyer', 'Vendor', 'Purchaser', 'Landlord', 'Tenant', 'Lessor', 'Lessee', 'Licensor', 'Licensee'],
    ...['Company', 'Client', 'Customer', 'Supplier', 'Provider', 'Contractor', 'Subcontractor', 'Employer', 'Employee'],
    ...['Executive', 'Consultant', 'Lender', 'Borrower', 'Guarantor', 'Investor', 'Shareholder', 'Franchisor'],
    ...['Franchisee', 'Assignor', 'Assignee', 'Affiliate', 'Party', 'Distributor', 'Agent', 'Manufacturer', 'Partner'],
  ].flatMap((role) => [role, role === 'Party' ? 'Parties' : role === 'Company' ? 'Companies' : `${role}s`]),
  de: [
    ...['Verkäufer*', 'Käufer*', 'Vermieter*', 'Mieter*', 'Auftraggeber*', 'Auftragnehmer*', 'Kunde', 'Kunden'],
    ...['Lieferant*', 'Darlehensgeber*', 'Darlehensnehmer*', 'Lizenzgeber*', 'Lizenznehmer*', 'Arbeitgeber*'],
    ...['Arbeitnehmer*', 'Partei', 'Parteien', 'Vertragspartner*', 'Gesellschafter*', 'Gläubiger*', 'Schuldner*'],
  ],
  fr: [
    ...['Vendeur', 'Vendeurs', 'Acheteur', 'Acheteurs', 'Acquéreur', 'Acquéreurs', 'Bailleur', 'Bailleurs', 'Preneur'],
    ...['Locataire', 'Client', 'Clients', 'Fournisseur', 'Fournisseurs', 'Prestataire', 'Prestataires', 'Employeur'],
    ...['Salarié', 'Prêteur', 'Emprunteur', 'Concédant', 'Licencié', 'Cédant', 'Cessionnaire', 'Partie', 'Parties'],
  ],
  es: [
    ...['Vendedor*', 'Comprador*', 'Arrendador*', 'Arrendatario*', 'Cliente', 'Clientes', 'Proveedor*', 'Contratista*'],
    ...['Prestador*', 'Empleador*', 'Trabajador*', 'Prestamista*', 'Prestatario*', 'Licenciante*', 'Licenciatario*'],
    ...['Cedente*', 'Cesionario*', 'Parte', 'Partes', 'Sociedad'],
  ],
} as const;

/** The shipped rules in the order in which they are listed. */
export const RULES: readonly Rule[] = [
  { rule: FORMULA_RULE, title: 'Formulas that became fixed values' },
  {
    rule: 'amounts',
    title: 'Amounts and currencies',
    matchCase: false,
    patterns: [
      `${CURRENCY}\\s?${NUMBER}${SCALE}`,
      `${NUMBER}${SCALE}${OF}\\s?${CURRENCY}`,
      String.raw`\p{Sc}`,
      String.raw`(?<!\p{L})(?:USD|EUR|GBP|CHF|JPY|euros?|dollars?|pounds? sterling|livres? sterling|dólar(?:es)?|Franken)(?!\p{L})`,
    ],
  },
  {
    rule: 'percentages',
    title: 'Percentages',
    patterns: [
      `${NUMBER}\\s?${UNIT}`,
      String.raw`(?<!\p{L})\p{L}+\s(?:percent|per cent|Prozent|pour ?cent|por ciento)(?!\p{L})`,
    ],
  },
  {
    rule: 'dates',
    title: 'Dates and periods',
    patterns: [
      String.raw`(?<![\p{Nd}.])\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}(?!\p{Nd})`,
      // The month of a date with dots is at most 12, and a number before a clause is no date.
      String.raw`(?<!^\s*)(?<![\p{Nd}.])(?:0?[1-9]|[12]\p{Nd}|3[01])\.\s?(?:0?[1-9]|1[0-2])\.\s?(?:\p{Nd}{4}|\p{Nd}{2})(?!\p{Nd}|\.\p{Nd})`,
      String.raw`(?<![\p{Nd}./-])\p{Nd}{1,2}([/-])\p{Nd}{1,2}\1(?:\p{Nd}{4}|\p{Nd}{2})(?![\p{Nd}/-])`,
      String.raw`(?<!\p{L})(?:${DAY}\s(?:of\s|de\s)?)?(?:${MONTH})\.?(?:\s\p{Nd}{1,2}(?:st|nd|rd|th)?(?!\p{Nd}),?)?(?:\sde[l]?)?\s\p{Nd}{4}(?!\p{Nd})`,
      String.raw`(?<![\p{L}\p{Nd}])(?:${DAY}\s(?:of\s|de\s)?(?:${MONTH})|(?:${MONTH})\s\p{Nd}{1,2}(?:st|nd|rd|th)?)(?![\p{L}\p{Nd}])`,
      String.raw`\p{Nd}{4}\s?[年]\s?\p{Nd}{1,2}\s?[月](?:\s?\p{Nd}{1,2}\s?[日])?`,
      String.raw`(?<!\p{L})(?:(?:\p{L}+-)?(?:${COUNT_WORD})(?:\s\(\p{Nd}+\))?|\(\p{Nd}+\)|${NUMBER}(?:\s\(\p{L}+\))?)[\s-]?(?:${SPAN})(?!\p{L})`,
      String.raw`(?<!\p{L})(?:${FREQUENCY})(?!\p{L})`,
    ],
  },
  {
    rule: 'negation',
    title: 'Negations',
    except: IDIOMS_OF_NEGATION,
    wordsOf: {
      en: [
        ...['not', 'no', 'never', 'none', 'nor', 'neither', 'without', 'except', 'unless', 'cannot', 'excluding'],
        ...['notwithstanding', 'nothing', 'nobody', 'prohibited', 'forbidden', 'non-exclusive', 'non'],
      ],
      de: [
        ...['nicht', 'nie', 'niemals', 'kein', 'keine', 'keinem', 'keinen', 'keiner', 'keines', 'keinerlei', 'ohne'],
        ...['weder', 'ausgenommen', 'ausgeschlossen', 'untersagt', 'unzulässig', 'keinesfalls', 'ungeachtet'],
      ],
      fr: [
        ...['ne', 'pas', 'jamais', 'sans', 'sauf', 'aucun', 'aucune', 'ni', 'nul', 'nulle', 'interdit', 'interdite'],
        ...['non', 'excepté', 'nonobstant', 'exclu', 'exclue', 'exclusion'],
      ],
      es: [
        ...['no', 'nunca', 'sin', 'salvo', 'ningún', 'ninguna', 'ninguno', 'ni', 'excepto', 'prohibido', 'prohibida'],
        ...['tampoco', 'jamás', 'excluido', 'excluida'],
      ],
    },
    patterns: [String.raw`(?<=\p{L}n)['’]t(?![\p{L}\p{M}])`, String.raw`(?<!\p{L})n['’](?=\p{L})`],
  },
  {
    rule: 'obligation',
    title: 'Shall, may, must',
    // The month.
    except: [String.raw`May\s\p{Nd}`, String.raw`\p{Nd}(?:st|nd|rd|th)?\s(?:of\s)?May(?!\p{L})`],
    wordsOf: {
      en: [
        ...['shall', 'may', 'must', 'will', 'should', 'might', 'can', 'could', 'would', 'is entitled to'],
        ...['are entitled to', 'is required to', 'are required to', 'is obliged to', 'agrees to', 'undertakes to'],
        ...['has the right to', 'at its sole discretion', 'sole discretion', 'best efforts', 'reasonable efforts'],
        ...['commercially reasonable efforts', 'reasonable endeavours', 'best endeavours'],
      ],
      de: [
        ...['muss', 'müssen', 'soll', 'sollen', 'sollte', 'darf', 'dürfen', 'kann', 'können', 'verpflichtet'],
        ...['verpflichten', 'berechtigt', 'nach eigenem Ermessen'],
      ],
      fr: [
        ...['doit', 'doivent', 'devra', 'devront', 'peut', 'peuvent', 'pourra', 'pourront', 'tenu de', 'tenue de'],
        ...['tenus de', 'oblige', 'obligé', 's’engage', "s'engage", 's’engagent', "s'engagent", 'est autorisé'],
        ...['a le droit de', 'à sa seule discrétion', 'devrait'],
      ],
      es: [
        ...['debe', 'deben', 'deberá', 'deberán', 'puede', 'pueden', 'podrá', 'podrán', 'obligado', 'obligada'],
        ...['se obliga', 'se compromete', 'tiene derecho', 'está facultado', 'a su discreción', 'debería'],
      ],
    },
    patterns: GERMAN_DUTY,
  },
  {
    rule: 'liability',
    title: 'Liability and warranty',
    // Social insurance, and the warrants of a court.
    except: [
      String.raw`(?:[Ss]earch|[Aa]rrest|[Ss]eizure|[Cc]ourt)\s[Ww]arrants?(?!\p{L})`,
      String.raw`(?<!\p{L})[Vv]ersicherungs(?:nummer|pflicht(?!verletzung)|freiheit|zeit)\p{L}*`,
    ],
    wordsOf: {
      en: [
        ...['liable', 'liability', 'liabilities', 'indemnif*', 'indemnit*', 'hold harmless', 'warrant*', 'disclaim*'],
        ...['damages', 'negligence', 'negligent', 'wilful misconduct', 'willful misconduct', 'consequential'],
        ...['limitation of liability', 'penalty', 'penalties', 'insurance', 'guarantee*', 'guaranty'],
        ...['solely responsible', 'fully responsible', 'held responsible', 'not responsible', 'not be responsible'],
      ],
      de: [
        ...['haften', 'haftet', 'haftung*', 'schadensersatz*', 'schadenersatz*', 'gewährleistung*', 'garantie*'],
        ...[
          'freistellen',
          'freistellung*',
          'fahrlässig*',
          'vorsatz',
          'vorsätzlich*',
          'vertragsstrafe*',
          'versicherung*',
          'haftpflicht*',
          'berufshaftpflicht*',
          'mindestversicherung*',
        ],
      ],
      fr: [
        ...['responsable*', 'responsabilité*', 'indemnis*', 'indemnité*', 'garanti*', 'dommage*', 'préjudice*'],
        ...['négligence', 'faute lourde', 'faute intentionnelle', 'pénalité*', 'clause pénale', 'assurance*'],
      ],
      es: [
        ...['responsable*', 'responsabilidad*', 'indemniz*', 'garantía*', 'garantiza*', 'daño*', 'perjuicio*'],
        ...['negligencia', 'dolo', 'culpa grave', 'penalización*', 'penalidad*', 'seguro', 'seguros'],
      ],
    },
  },
  {
    rule: 'termination',
    title: 'Term and termination',
    wordsOf: {
      en: [
        'terminat*',
        'expire',
        'expires',
        'expired',
        'expiration',
        'expiry',
        'renew*',
        'cancel*',
        'rescind*',
        'rescission',
        'survive*',
        'notice of termination',
      ],
      de: [
        'kündig*',
        'gekündigt',
        'beend*',
        'beendigung*',
        'rücktritt*',
        'zurücktreten',
        'widerruf*',
        'laufzeit*',
        'verlänger*',
        'außerordentlich*',
        'fristlos*',
      ],
      fr: [
        'résili*',
        'résolution',
        'expir*',
        'renouvel*',
        'reconduction',
        'préavis',
        'annul*',
        'rétractation',
        'mettre fin',
        'met fin',
      ],
      es: [
        'rescind*',
        'rescisión',
        'resolución',
        'resolver',
        'termina*',
        'expira*',
        'vencimiento',
        'renova*',
        'prórroga*',
        'preaviso',
        'cancela*',
        'desistimiento',
      ],
    },
  },
  {
    rule: PARTY_RULE,
    title: 'Party names',
    matchCase: true,
    // Somebody who is no party, and names such as “Customer Data”.
    except: [
      String.raw`(?:First|Second|Third)[\s-]Part(?:y|ies)(?!\p{L})`,
      String.raw`(?<!\p{L})(?:${ROLES.en.join('|')})\s\p{Lu}\p{Ll}+`,
    ],
    wordsOf: ROLES,
    patterns: [COMPANY],
  },
  { rule: TERM_RULES.used, title: 'Defined terms' },
  { rule: TERM_RULES.defined, title: 'Definitions changed' },
  { rule: TERM_RULES.undefined, title: 'Terms without definition' },
  { rule: TERM_RULES.unused, title: 'Definitions without use' },
];

const TITLES = new Map(RULES.map(({ rule, title }) => [rule, title]));

/** The title of a rule for a person; its id for a rule that a person added. */
export function titleOf(rule: string): string {
  return TITLES.get(rule) ?? rule;
}
