import { type Parser, type Tree, TreeFragment } from '@lezer/common'
import { highlightCode, tags as t, tagHighlighter } from '@lezer/highlight'
import { type Language, type Line, longestLine, type Token, type TokenKind } from './token.ts'

/** Beyond this a person would feel it, and the rest stays plain. */
const budgetMs = 100

const kind = (kind: TokenKind) => kind
const highlighter = tagHighlighter([
  { tag: t.comment, class: kind('comment') },
  { tag: [t.keyword, t.self, t.bool, t.null, t.atom, t.documentMeta, t.processingInstruction], class: kind('keyword') },
  { tag: [t.string, t.attributeValue, t.regexp, t.special(t.string)], class: kind('string') },
  { tag: [t.number, t.unit, t.color], class: kind('number') },
  { tag: [t.function(t.variableName), t.function(t.propertyName), t.meta], class: kind('call') },
  { tag: [t.function(t.definition(t.variableName)), t.function(t.definition(t.propertyName))], class: kind('call') },
  { tag: [t.typeName, t.className, t.namespace], class: kind('type') },
  { tag: [t.propertyName, t.attributeName, t.special(t.variableName), t.labelName], class: kind('property') },
  { tag: [t.tagName, t.angleBracket], class: kind('tag') },
])

/** A language with a grammar. What was read of a growing text is kept, so that only its end is read again. */
export function treeLanguage(parser: Parser): Language {
  return () => {
    let known = ''
    let fragments: readonly TreeFragment[] = []
    return (code) => {
      const at = code.startsWith(known) ? known.length : 0
      const change = { fromA: at, toA: known.length, fromB: at, toB: code.length }
      const tree = parse(parser, code, TreeFragment.applyChanges(fragments, [change]))
      fragments = TreeFragment.addTree(tree, [], tree.length < code.length)
      known = code
      return linesOf(code, tree)
    }
  }
}

function parse(parser: Parser, code: string, fragments: readonly TreeFragment[]): Tree {
  const reading = parser.startParse(code, fragments)
  const end = performance.now() + budgetMs
  for (;;) {
    const tree = reading.advance()
    if (tree) return tree
    if (reading.stoppedAt === null && performance.now() > end) reading.stopAt(reading.parsedPos)
  }
}

function linesOf(code: string, tree: Tree): Line[] {
  const lines: Token[][] = [[]]
  highlightCode(
    code,
    tree,
    highlighter,
    (text, kinds) => lines.at(-1)?.push(kinds ? { text, kind: innermost(kinds) } : { text }),
    () => lines.push([]),
  )
  return lines.map(bounded)
}

/** What lies within something else has the kinds of both, its own last. The highlighter knows no others. */
const innermost = (kinds: string) => kinds.slice(kinds.lastIndexOf(' ') + 1) as TokenKind

function bounded(line: Line): Line {
  const length = line.reduce((sum, { text }) => sum + text.length, 0)
  return length > longestLine ? [{ text: line.map(({ text }) => text).join('') }] : line
}
