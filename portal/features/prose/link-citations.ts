import { citationAddress, citationOf, findCitations } from './citation.ts'
import type { MarkdownNode } from './html-as-text.ts'

const maxWords = 5
/** What is in them was linked already, or is shown as it was written. */
const closed = new Set(['link', 'linkReference', 'code', 'html', 'definition'])

/** A remark plugin: a place in a file that an answer names leads there. In blocks of code nothing does. */
export function linkCitations() {
  return (tree: MarkdownNode): void => visit(tree)
}

function visit(node: MarkdownNode): void {
  if (closed.has(node.type)) return
  node.children = node.children?.flatMap((child) => {
    if (child.type === 'inlineCode') return [linked(child)]
    if (child.type === 'text') return split(child.value ?? '')
    if (child.type === 'link') return [redirected(child)]
    visit(child)
    return [child]
  })
}

function linked(code: MarkdownNode): MarkdownNode {
  const citation = citationOf(code.value ?? '')
  return citation ? { type: 'link', url: citationAddress(citation), children: [code] } : code
}

/** A model may write a link to a place, which would be one to a page of this site. */
function redirected(link: MarkdownNode): MarkdownNode {
  const citation = /^[a-z][\w+.-]*:/i.test(link.url ?? '') ? null : citationOf(decoded(link.url ?? ''))
  return citation ? { ...link, url: citationAddress(citation) } : link
}

function decoded(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

function split(text: string): MarkdownNode[] {
  const nodes: MarkdownNode[] = []
  let at = 0
  for (const found of findCitations(text)) {
    const before = text.slice(at, found.at)
    if (before) nodes.push({ type: 'text', value: before })
    const url = citationAddress(found, wordsBefore(before))
    nodes.push({ type: 'link', url, children: [{ type: 'text', value: found.text }] })
    at = found.at + found.text.length
  }
  if (nodes.length === 0) return [{ type: 'text', value: text }]
  if (at < text.length) nodes.push({ type: 'text', value: text.slice(at) })
  return nodes
}

/** A name may have spaces in it, so the words before it may be its beginning. */
const wordsBefore = (text: string): string =>
  (/(?:[^\s:#"'“”«»()[\]<>|,;]+ )+$/.exec(text)?.[0] ?? '').trim().split(' ').slice(-maxWords).join(' ')
