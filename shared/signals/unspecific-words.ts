/** Words that say nothing by themselves: articles, pronouns, prepositions, conjunctions, auxiliary verbs and numbers. */
import type { Language } from './rule.ts';

const UNSPECIFIC: Readonly<Record<Language, string>> = {
  en: `a an the this that these those such same other another any each every all both some no not only also
    i you he she it we they him her us them his its our your their who whom whose which what
    of to in on at by for from with without within into onto upon under over between among after before during until
    till since through about against as than per via and or but nor so if when where while because unless whether then there here
    be is are was were been being am have has had having do does did done can could may might must shall should will would
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million first second third`,
  de: `der die das den dem des ein eine einen einem einer eines dieser diese dieses diesen diesem jener jede jeder jedes alle
    kein keine nicht nur auch ich du er sie es wir ihr ihm ihn ihnen uns sein seine ihre unser wer was welche welcher
    in im an am auf aus bei beim mit nach von vom vor zu zum zur für über unter zwischen durch gegen ohne um bis seit während
    und oder aber sondern denn dass ob wenn als wie weil so dann da hier
    ist sind war waren sein wird werden wurde worden hat haben hatte kann können darf dürfen muss müssen soll sollen will wollen
    null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig vierzig fünfzig sechzig siebzig
    achtzig neunzig hundert tausend erste zweite dritte`,
  fr: `le la les l un une des du de d ce cet cette ces tout toute tous toutes aucun aucune ne pas que qui dont où
    je tu il elle nous vous ils elles lui leur leurs son sa ses notre votre se s y en
    à au aux dans par pour sur sous avec sans entre vers chez après avant pendant depuis jusque contre
    et ou mais ni car si quand comme lorsque
    est sont était étaient être été sera seront a ont avait avoir aura peut peuvent doit doivent devra devront
    zéro deux trois quatre cinq six sept huit neuf dix onze douze quinze vingt trente quarante cinquante soixante cent mille
    premier première second seconde troisième`,
  es: `el la los las lo un una unos unas de del al este esta estos estas ese esa todo toda todos todas ningún ninguna no que
    quien cual cuyo yo tú él ella nosotros ellos ellas le les su sus nuestro se
    a en con sin por para sobre bajo entre hasta desde según tras contra durante ante
    y e o u pero ni si cuando como donde
    es son era eran ser sido será serán está están ha han había haber puede pueden podrá podrán debe deben deberá deberán
    cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta cincuenta sesenta
    cien mil primero primera segundo segunda tercero tercera`,
};

const WORDS: ReadonlySet<string> = new Set(Object.values(UNSPECIFIC).flatMap((words) => words.split(/\s+/u)));

/** Whether a text has no other word. `text` is in lower case. */
export function isUnspecific(text: string): boolean {
  return (text.match(/\p{L}+/gu) ?? []).every((word) => WORDS.has(word));
}
