import { html, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5';
import {
  detach,
  insert,
  insertText,
  isText,
  makeFlat,
  newNode,
  type ChildNode,
  type ParentNode,
  type TextNode,
} from './html-tree.ts';

/** The node types of the reader's tree, as parse5 asks for them. */
export type TreeTypes = TreeAdapterTypeMap<
  ChildNode,
  ParentNode,
  ChildNode,
  ParentNode,
  ParentNode,
  ParentNode,
  ParentNode,
  TextNode,
  ParentNode,
  ParentNode
>;

/** Called for each element that the parser creates, and with the depth of the open elements when one is opened. */
export interface TreeWatch {
  created(): void;
  opened(depth: number): void;
}

/**
 * Lets parse5 build a tree that holds only what the reader needs: elements and texts. Comments and the doctype are
 * created but never inserted. The content of a `template` is its only child.
 */
export function treeAdapter(watch: TreeWatch): TreeAdapter<TreeTypes> {
  let depth = 0;
  /** One string for each name: the parser makes a new one for each attribute. */
  const names = new Map<string, string>();
  const shared = (name: string): string => {
    const known = names.get(name);
    if (known === undefined) names.set(name, name);
    return known ?? name;
  };
  const unsupported = (): never => {
    throw new Error('The parser asks for something that the reader keeps no record of.');
  };
  return {
    createDocument: () => newNode('#document'),
    createDocumentFragment: () => newNode('#content'),
    createElement: (name, namespace, attributes) => {
      watch.created();
      for (const attribute of attributes) {
        attribute.name = shared(attribute.name);
        makeFlat(attribute.value);
      }
      return attributes.length === 0 ? newNode(name, namespace) : newNode(name, namespace, attributes);
    },
    createCommentNode: () => newNode('#comment'),
    createTextNode: (text) => ({ text, parent: null, previous: null, next: null }),
    appendChild: (parent, node) => {
      if (isInTree(node)) insert(parent, node, null);
    },
    insertBefore: (parent, node, before) => {
      if (isInTree(node)) insert(parent, node, before);
    },
    insertText: (parent, text) => insertText(parent, text, null),
    insertTextBefore: (parent, text, before) => insertText(parent, text, before),
    detachNode: detach,
    setTemplateContent: (template, content) => insert(template, content, null),
    // The parser puts everything else into the content.
    getTemplateContent: ({ first }) => first as ParentNode,
    setDocumentType: () => undefined,
    setDocumentMode: () => undefined,
    // Most inputs are fragments without a doctype. A browser shows these inside a page in no-quirks mode, where a table
    // ends the paragraph before it.
    getDocumentMode: () => html.DOCUMENT_MODE.NO_QUIRKS,
    // Only `html` and `body` adopt attributes of a repeated start tag. The reader looks at their direction alone.
    adoptAttributes: (node, attributes) => {
      const known = new Set(node.attributes.map(({ name }) => name));
      const more = attributes.filter(({ name }) => (name === 'dir' || name === 'style') && !known.has(name));
      if (more.length > 0) node.attributes = [...node.attributes, ...more];
    },
    getFirstChild: ({ first }) => first,
    getChildNodes: ({ first }) => {
      const nodes: ChildNode[] = [];
      for (let node = first; node !== null; node = node.next) nodes.push(node);
      return nodes;
    },
    getParentNode: ({ parent }) => parent,
    getAttrList: ({ attributes }) => [...attributes],
    getTagName: ({ name }) => name,
    getNamespaceURI: ({ namespace }) => namespace,
    getTextNodeContent: ({ text }) => text,
    getCommentNodeContent: unsupported,
    getDocumentTypeNodeName: unsupported,
    getDocumentTypeNodePublicId: unsupported,
    getDocumentTypeNodeSystemId: unsupported,
    isTextNode: isText,
    isCommentNode: (node): node is ParentNode => !isText(node) && node.name === '#comment',
    isDocumentTypeNode: (_node): _node is ParentNode => false,
    isElementNode: (node): node is ParentNode => !isText(node) && !node.name.startsWith('#'),
    setNodeSourceCodeLocation: () => undefined,
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation: () => undefined,
    onItemPush: () => {
      depth += 1;
      watch.opened(depth);
    },
    onItemPop: ({ last }) => {
      depth -= 1;
      if (last !== null && isText(last)) makeFlat(last.text);
    },
  };
}

function isInTree(node: ChildNode): boolean {
  return isText(node) || node.name !== '#comment';
}
