/** Markdown without its marks on one line, for lists and screen readers; simpler than `stripMarkdown`, because the chat must stay small. */
export const stripMarks = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`#>|~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
