/** Whether the parts of complex fields fit together (ECMA-376 part 1, 17.16.18), by a walk of its own. */
import { openWordPackage } from '../../../service/ooxml/package.ts';
import { storyParts } from '../../../service/ooxml/part-uses.ts';
import { isElement, type XmlElement } from '../../../service/ooxml/xml-tree.ts';

/** Elements whose content is a story of its own, in which fields begin and end. */
const STORIES: ReadonlySet<string> = new Set(['w:txbxContent', 'w:footnote', 'w:endnote', 'w:comment']);

const INSERTED = /^w:(?:ins|moveTo)$/;
const DELETED = /^w:(?:del|moveFrom)$/;

/** Every part without a partner of a field in the stories of a file. All revisions count in their present form. */
export async function openFields(bytes: Uint8Array): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, parts] of await storiesOf(bytes)) {
    let open = 0;
    for (const { type } of parts) {
      if (type === 'begin') open += 1;
      else if (open === 0) faults.push(`${name}: ${type} of no field`);
      else if (type === 'end') open -= 1;
    }
    if (open > 0) faults.push(`${name}: ${open} fields without an end`);
  }
  return faults;
}

/** Every field of which only some parts are inserted or deleted, on either side. */
export async function tornFields(bytes: Uint8Array): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, parts] of await storiesOf(bytes))
    for (const gone of ['ins', 'del'] as const) {
      const open: string[] = [];
      for (const { type, marking } of parts) {
        if (marking === gone) continue;
        if (type === 'begin') open.push(marking);
        else if (open.length > 0 && open.at(-1) !== marking) faults.push(`${name}: ${type} is ${marking}`);
        if (type === 'end') open.pop();
      }
    }
  return faults;
}

/** Every part of a field whose partner, as the parts follow each other in the file, has another marking. */
export async function crossedFields(bytes: Uint8Array): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, parts] of await storiesOf(bytes)) {
    const open: string[] = [];
    for (const { type, marking } of parts) {
      if (type === 'begin') open.push(marking);
      else if (open.at(-1) !== marking) faults.push(`${name}: ${type} is ${marking}, and its start ${open.at(-1)}`);
      if (type === 'end') open.pop();
    }
  }
  return faults;
}

interface FieldPart {
  readonly type: string;
  readonly marking: 'same' | 'ins' | 'del';
}

/** The parts of fields in each story, in order. */
async function storiesOf(bytes: Uint8Array): Promise<[name: string, parts: FieldPart[]][]> {
  const { package: archive, mainPart } = await openWordPackage(bytes);
  const found: [string, FieldPart[]][] = [];
  const story = (root: XmlElement, name: string, around: FieldPart['marking']): void => {
    const parts: FieldPart[] = [];
    found.push([name, parts]);
    const visit = (node: XmlElement, marking: FieldPart['marking']): void => {
      if (node.name === 'mc:Fallback') return;
      const own = INSERTED.test(node.name) ? 'ins' : DELETED.test(node.name) ? 'del' : marking;
      if (STORIES.has(node.name)) {
        story(node, `${name} ${node.name}`, own);
        return;
      }
      if (node.name === 'w:fldChar') parts.push({ type: node.attributes.get('w:fldCharType') ?? '', marking: own });
      for (const child of node.children) if (isElement(child)) visit(child, own);
    };
    for (const child of root.children) if (isElement(child)) visit(child, around);
  };
  for (const name of storyParts(archive, mainPart)) story(archive.tree(name)!, name, 'same');
  return found;
}
