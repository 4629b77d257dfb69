/** A rich message as Telegram shows it to bots: blocks in place of a text. Of Markdown it knows what tests write. */
type RichText =
  | string
  | RichText[]
  | { type: 'bold' | 'code'; text: RichText }
  | { type: 'mathematical_expression'; expression: string }
type Block =
  | { type: 'paragraph'; text: RichText }
  | { type: 'heading'; text: RichText; size: number }
  | { type: 'pre'; text: RichText }
  | { type: 'photo'; url: string }
  | { type: 'list'; items: { label: string; blocks: Block[] }[] }
  | { type: 'table'; cells: { text: RichText; align: 'left'; valign: 'top' }[][] }

export const richMessageOf = (markdown: string): { blocks: Block[] } => ({
  blocks: markdown.split(/\n{2,}/).map(blockOf),
})

function blockOf(markdown: string): Block {
  const lines = markdown.split('\n')
  const [, code] = /^```.*\n([\s\S]*?)\n```$/.exec(markdown) ?? []
  if (code !== undefined) return { type: 'pre', text: code }
  const [, photo] = /^!\[[^\]]*\]\(([^)\s]+)\)$/.exec(markdown) ?? []
  if (photo) return { type: 'photo', url: photo }
  // It asks for no space behind the number sign.
  const [, level = '', heading = ''] = /^(#{1,6}) ?([^#].*)$/.exec(markdown) ?? []
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
    .split(/(\*\*.+?\*\*|`[^`]+`|\$[^$]+\$)/s)
    .filter(Boolean)
    .map(partOf)
  const [only = '', ...others] = parts
  return others.length > 0 ? parts : only
}

function partOf(part: string): RichText {
  if (part.startsWith('**')) return { type: 'bold', text: textOf(part.slice(2, -2)) }
  if (/^`.+`$/s.test(part)) return { type: 'code', text: part.slice(1, -1) }
  if (/^\$.+\$$/s.test(part)) return { type: 'mathematical_expression', expression: part.slice(1, -1) }
  return plainOf(part)
}

/** Lines are joined where two spaces do not end them; a backslash saves no HTML; signs that are named are text. */
const plainOf = (text: string): string =>
  text
    .replaceAll(/( {2})?\n/g, (_, isKept) => (isKept ? '\n' : ' '))
    .replaceAll(/<\/?[a-z][^>]*>/gi, '')
    .replaceAll(/\\([#*_~=|`])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&#36;', '$')
