/** The words of a Markdown text on one line, for previews. The text may be cut anywhere. */
export const stripMarkdown = (markdown: string): string => withoutMarks(markdown).replaceAll(/\s+/g, ' ').trim()

/** The same with a line for each heading, item and paragraph, which often end without a mark. */
export const stripMarkdownLines = (markdown: string): string =>
  withoutMarks(markdown)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')

function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/^ {0,3}(```|~~~).*$/gm, '')
    .replaceAll(/!\[([^\]\n]{0,500})\](\([^)\n]{0,2000}\)?)?/g, '$1')
    .replaceAll(/\[([^\]\n]{1,500})\]\([^)\n]{0,2000}\)?/g, '$1')
    .replaceAll(/^[ \t:|-]+$/gm, (line) => (line.includes('---') ? '' : line))
    .replaceAll(/^[ \t]*(#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(\[[ xX]\][ \t]+)?)+/gm, '')
    .replaceAll(/(\*\*|__)(?=\S)/g, '')
    .replaceAll(/(?<=\S)(\*\*|__)/g, '')
    .replaceAll(/(?<![\w*\\])[*_](?=\S)([^*_\n]*[^\s*_\\])[*_](?!\w)/g, '$1')
    .replaceAll(/~~([^~\n]+)~~/g, '$1')
    .replaceAll(/(?<!`)`+([^`\n]+)`+/g, '$1')
    .replaceAll(/\|/g, ' ')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}
