/** A rich message as Telegram shows it to bots: blocks in place of a text. Of Markdown it knows what tests write. */
type RichText = string | RichText[] | { type: 'bold'; text: RichText }
type Block =
  | { type: 'paragraph'; text: RichText }
  | { type: 'heading'; text: RichText; size: number }
  | { type: 'list'; items: { label: string; blocks: Block[] }[] }
  | { type: 'table'; cells: { text: RichText; align: 'left'; valign: 'top' }[][] }

export const richMessageOf = (markdown: string): { blocks: Block[] } => ({
  blocks: markdown.split(/\n{2,}/).map(blockOf),
})

function blockOf(markdown: string): Block {
  const lines = markdown.split('\n')
  const [, level = '', heading = ''] = /^(#{1,6}) (.*)$/.exec(markdown) ?? []
  if (level) return { type: 'heading', text: textOf(heading), size: level.length }
  if (lines.every((line) => line.startsWith('- '))) {
    const items = lines.map((line) => ({ label: '•', blocks: [blockOf(line.slice(2))] }))
    return { type: 'list', items }
  }
  if (lines.every((line) => line.startsWith('|'))) {
    const rows = lines.filter((line) => !line.startsWith('|-'))
    return { type: 'table', cells: rows.map((row) => row.split('|').slice(1, -1).map(cellOf)) }
  }
  return { type: 'paragraph', text: textOf(markdown) }
}

const cellOf = (markdown: string) => ({ text: textOf(markdown.trim()), align: 'left', valign: 'top' }) as const

/** A text in which nothing is marked is a string. */
function textOf(markdown: string): RichText {
  const parts = markdown
    .split(/(\*\*.+?\*\*)/)
    .filter(Boolean)
    .map((part): RichText => (part.startsWith('**') ? { type: 'bold', text: part.slice(2, -2) } : part))
  const [only = '', ...others] = parts
  return others.length > 0 ? parts : only
}
