export type MarkdownNode = { type: string; value?: string; url?: string; children?: MarkdownNode[] }

/**
 * A remark plugin: markup in an answer is shown as it was written. A placeholder such as `<url>` is words, not an
 * element, and what a model writes never becomes part of the page. Line breaks alone are taken at their word.
 */
export function htmlAsText() {
  return (tree: MarkdownNode): void => {
    tree.children = tree.children?.map((node) => (node.type === 'html' ? paragraph(node) : node))
    tree.children?.forEach(replaceWithin)
  }
}

function replaceWithin(node: MarkdownNode): void {
  node.children = node.children?.map((child) => (child.type === 'html' ? words(child) : child))
  node.children?.forEach(replaceWithin)
}

function words({ value = '' }: MarkdownNode): MarkdownNode {
  return /^<br\s*\/?>$/i.test(value) ? { type: 'break' } : { type: 'text', value }
}

function paragraph(node: MarkdownNode): MarkdownNode {
  return { type: 'paragraph', children: [words(node)] }
}
