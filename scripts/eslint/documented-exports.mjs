/** Kinds of declarations that need a comment; the last one is an overload of TypeScript. */
const ASKED = new Set(['FunctionDeclaration', 'ClassDeclaration', 'TSDeclareFunction']);

/**
 * ESLint rule: every exported function and class has a doc comment of at least a few words. A declaration on the line
 * after another one shares the comment of the first, as an overload does.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const documentedExports = {
  meta: {
    type: 'suggestion',
    messages: {
      missing: 'Say in a doc comment what this export is, and what a caller cannot see from its type.',
    },
    schema: [],
  },
  create(context) {
    const source = context.sourceCode;

    /** @param {import('estree').Node} node */
    function isDocumented(node) {
      const comments = source.getCommentsBefore(node);
      const last = comments.at(-1);
      if (last?.type === 'Block' && last.value.startsWith('*') && /\w\W+\w/u.test(last.value)) return true;
      const before = source.getTokenBefore(node);
      return before !== null && comments.length === 0 && before.loc.end.line + 1 === node.loc?.start.line;
    }

    return {
      ExportNamedDeclaration(node) {
        if (ASKED.has(node.declaration?.type ?? '') && !isDocumented(node))
          context.report({ node, messageId: 'missing' });
      },
    };
  },
};
