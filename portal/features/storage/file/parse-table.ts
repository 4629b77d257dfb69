export type Table = { rows: string[][]; columns: number }

/** The one of these that is most frequent in the first line, outside quotes, separates the cells. */
const separators = [',', ';', '\t', '|'] as const

export function separatorOf(text: string): string {
  const line = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? ''
  const counts = separators.map((separator) => ({ separator, count: line.split(separator).length }))
  return counts.toSorted((one, other) => other.count - one.count)[0]?.separator ?? ','
}

/** Cells as RFC 4180 writes them; quotes that never close take the rest, as every spreadsheet has it. */
export function parseTable(text: string, separator: string): Table {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (let at = start; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) endCell()
    else if (sign === '\n') endRow()
    else if (sign !== '\r' || text[at + 1] !== '\n') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return { rows, columns: rows.reduce((max, { length }) => Math.max(max, length), 0) }
}
