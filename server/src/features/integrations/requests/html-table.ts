/** Text of a page, or where a row or a cell of a table begins. */
export type Piece = string | { begins: 'row' } | { begins: 'cell'; columns: number; rows: number }

type Cell = { text: string; columns: number; rows: number }
type Row = { before: string; cells: Cell[] }

/** Spans make little of a page much text. */
const MAX_COLUMNS = 40
/** Put in order at once, while others wait. */
const MAX_PIECES = 50_000

/** Rows begin lines, cells do not. */
export const joinPieces = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.begins === 'row' ? '\n' : ' ')).join('')

/**
 * A table without others in it: a row is a line with its empty cells, so that each value can be matched to its heading. One
 * that lays out a page, which has paragraphs in a cell or one cell with text in a row, is read as it would be without it.
 */
export function tableText(pieces: readonly Piece[]): string {
  if (pieces.length > MAX_PIECES) return joinPieces(pieces)
  const rows = rowsOf(pieces)
  const isLine = ({ cells }: Row) => cells.every(({ text }) => !/[\r\n]/.test(text.trim()))
  if (!rows.some((row) => isLine(row) && row.cells.filter(({ text }) => text.trim() !== '').length > 1))
    return joinPieces(pieces)
  const spanned: number[] = []
  const lines = rows.map((row) => {
    const texts = placeCells(row.cells, spanned)
    const last = texts.findLastIndex((text) => text !== '')
    const line = isLine(row) ? texts.slice(0, last + 1).join(' | ') : row.cells.map(({ text }) => text).join(' ')
    return `${row.before}\n${line}`
  })
  return `${lines.join('')}\n`
}

function rowsOf(pieces: readonly Piece[]): Row[] {
  const rows: Row[] = [{ before: '', cells: [] }]
  for (const piece of pieces) {
    const row = rows.at(-1)
    const cell = row?.cells.at(-1)
    if (typeof piece !== 'string') {
      if (piece.begins === 'row') rows.push({ before: '', cells: [] })
      else row?.cells.push({ text: '', columns: piece.columns, rows: piece.rows })
    } else if (cell) cell.text += piece
    else if (row) row.before += piece
  }
  return rows
}

/** The texts of a row by column; `spanned` says for how many more rows a cell above covers a column. */
function placeCells(cells: readonly Cell[], spanned: number[]): string[] {
  const texts: string[] = []
  const skipSpanned = () => {
    while ((spanned[texts.length] ?? 0) > 0 && texts.length < MAX_COLUMNS) {
      spanned[texts.length] = (spanned[texts.length] ?? 0) - 1
      texts.push('')
    }
  }
  for (const { text, columns, rows } of cells) {
    skipSpanned()
    for (let column = 0; column === 0 || (column < columns && texts.length < MAX_COLUMNS); column++) {
      if (texts.length < MAX_COLUMNS) spanned[texts.length] = rows - 1
      texts.push(column === 0 ? text.trim() : '')
    }
  }
  skipSpanned()
  return texts
}
