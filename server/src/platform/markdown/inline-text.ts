import MarkdownIt, { type Token } from 'markdown-it'

const parser = new MarkdownIt({ html: false })

/**
 * What a person reads of a line or paragraph, without the marks of Markdown: of links and pictures it is their name. HTML
 * is text.
 */
export const inlineText = (markdown: string): string =>
  parser
    .parseInline(markdown, {})
    .map(({ children }) => textOf(children ?? []))
    .join('')

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak' || token.type === 'hardbreak') return '\n'
      return token.children ? textOf(token.children) : token.content
    })
    .join('')
}
