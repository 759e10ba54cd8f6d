/**
 * A copy of an RTF with closed pictures, and without objects of other programs and addresses of other files (RTF 1.9.1,
 * "Pictures", "Objects"). No picture stays that is spelled in a way which two readers take for two pictures.
 */
import { RtfPicture } from './closed-rtf-picture.ts';
import { rtfTokens, type RtfToken } from './rtf-tokens.ts';

/** Destinations that are left out: objects of other programs, addresses of templates and other files, packed parts. */
const DROPPED: ReadonlySet<string> = new Set([
  ...['objdata', 'objclass', 'objname', 'objalias', 'objsect', 'objtime', 'oleclsid'],
  ...['template', 'filetbl', 'nextfile', 'datastore', 'themedata', 'fontemb', 'fontfile', 'mailmerge', 'htmltag'],
]);
/** Words that are left out alone. The group of an object then has only the picture of its result. */
const REMOVED: ReadonlySet<string> = new Set([
  ...['object', 'objemb', 'objlink', 'objautlink', 'objsub', 'objpub', 'objicemb', 'objhtml', 'objocx', 'objupdate'],
  ...['objlock', 'objsetsize', 'objattph', 'result'],
]);
/** Words that make a group a part of a shape, or a picture. */
const KINDS: Readonly<Record<string, GroupKind>> = { sp: 'property', sn: 'name', sv: 'value', pict: 'picture' };
/** Names of a shape's properties that have a picture. */
const BLIP = /blip|pib/iu;
/** Names of a shape's properties, as Word writes them. */
const PROPERTY_NAME = /^[a-z\d]+$/iu;

/** `inPicture` is a group in a picture whose first word is not known yet. */
type GroupKind = 'plain' | 'picture' | 'dropped' | 'inPicture' | 'property' | 'name' | 'value';

/** An open group. What is written of it goes to the group around it when it ends. */
interface Group {
  kind: GroupKind;
  written: string;
  picture?: RtfPicture;
  /** Pictures directly in the group. */
  readonly pictures: string[];
  /** Of a property: its name; null if its spelling is not Word's. */
  property?: string | null;
}

/** The copy, as text of one character a byte. */
export function withClosedGroups(text: string): string {
  const copy = new Copy();
  for (const token of rtfTokens(text)) copy.add(token);
  return copy.end();
}

class Copy {
  readonly #open: Group[] = [{ kind: 'plain', written: '', pictures: [] }];
  /** The sign of a group that other programs skip, before the word that it belongs to. */
  #star = '';

  add(token: RtfToken): void {
    const star = this.#star;
    this.#star = '';
    const group = this.#open.at(-1)!;
    if (token.raw === String.raw`\*`) this.#star = token.raw;
    else if (token.kind === 'open') this.#begin(group);
    else if (token.kind === 'close') this.#close(token.raw);
    else if (group.kind === 'inPicture') this.#decide(group, token, star);
    else if (group.kind === 'picture') group.picture!.add(token);
    else if (token.kind === 'word') addWord(group, token, star);
    else if (token.kind !== 'binary') addText(group, star + token.raw, token.kind === 'text');
  }

  end(): string {
    while (this.#open.length > 1) this.#close('');
    return this.#open[0]!.written;
  }

  #begin({ kind }: Group): void {
    const inside = { picture: 'inPicture', dropped: 'dropped', name: 'dropped' } as const;
    const own = kind in inside ? inside[kind as keyof typeof inside] : 'plain';
    this.#open.push({ kind: own, written: '{', pictures: [] });
  }

  /** Only the properties of a picture stay in it. Readers skip the other groups with a star. */
  #decide(group: Group, token: RtfToken, star: string): void {
    const isProperties = token.kind === 'word' && token.name === 'picprop';
    group.kind = star !== '' && isProperties ? 'plain' : 'dropped';
    if (star === '') this.#open.at(-2)!.picture!.addUnknown();
    group.written += star + token.raw;
  }

  #close(raw: string): void {
    if (this.#open.length === 1) {
      this.#open[0]!.written += raw;
      return;
    }
    const group = this.#open.pop()!;
    const around = this.#open.at(-1)!;
    const whole = `${contentOf(group, around)}${raw}`;
    if (group.kind === 'picture') around.pictures.push(whole);
    if (group.kind === 'name') nameProperty(around, group);
    else if (isDroppedIn(group, around)) return;
    else if (around.kind === 'picture') around.picture!.addProperties(whole);
    else around.written += whole;
  }
}

function addWord(group: Group, { name, raw }: RtfToken & { kind: 'word' }, star: string): void {
  if (group.kind === 'dropped' || REMOVED.has(name)) return;
  const kind = DROPPED.has(name) ? 'dropped' : KINDS[name];
  if (kind === undefined) addText(group, star + raw, false);
  // A group is one part of a shape. Another one in it is no spelling of Word.
  else if (group.kind !== 'plain') group.kind = 'dropped';
  else {
    group.kind = kind;
    if (kind === 'picture') {
      group.picture = new RtfPicture();
      group.written += star;
    } else if (kind !== 'dropped') group.written += star + raw;
  }
}

function addText(group: Group, raw: string, isText: boolean): void {
  if (group.kind === 'dropped') return;
  if (group.kind === 'name' && !isText) group.property = null;
  group.written += raw;
}

function contentOf({ kind, written, picture, pictures }: Group, around: Group): string {
  if (kind === 'picture') return written + picture!.written();
  const isBlip = kind === 'value' && BLIP.test(around.property ?? '');
  return isBlip ? String.raw`{\sv ${pictures.join('')}` : written;
}

/** The name of a property is the text of its group. A second name, or another spelling, spoils the property. */
function nameProperty(around: Group, group: Group): void {
  const { written } = group;
  const name = written.slice(written.lastIndexOf(' ') + 1).trim();
  const isKnown = group.property === undefined && /^\{\\sn [^ ]*$/u.test(written) && PROPERTY_NAME.test(name);
  if (around.kind !== 'property') return;
  around.property = isKnown && around.property === undefined ? name : null;
  if (isKnown) around.written += `${written}}`;
}

/** Whether a group is left out. A property needs a name, and a value needs a property with one. */
function isDroppedIn(group: Group, around: Group): boolean {
  if (around.kind === 'dropped' || around.kind === 'name') return true;
  if (group.kind === 'inPicture' || (group.kind === 'dropped' && around.kind === 'picture')) return true;
  if (group.kind === 'value')
    return around.kind !== 'property' || around.property === undefined || around.property === null;
  return group.kind === 'property' && (group.property === undefined || group.property === null);
}
