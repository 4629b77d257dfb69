// Reads files with the libraries that the bench compares with: reads `{paths, files}` and answers with a grid for each.
import { readFileSync } from 'node:fs'

const { paths, files } = JSON.parse(readFileSync(0, 'utf8'))
const log = console.log
console.log = console.warn = () => undefined
const load = async (name) => {
  const loaded = await import(paths[name])
  return loaded.default ?? loaded
}

/** Text of a page as columns: by its bars, else by its wide gaps. */
const fields = (line) => line.trimEnd().split(/\t|\s{2,}/)

/** Rows of an HTML table; a merged cell has a place in each column that it covers. */
function htmlRows(html) {
  const decode = (text) =>
    text
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .trim()
  const held = []
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => {
    const cells = []
    const skip = () => {
      for (; held[cells.length] > 0; cells.push('')) held[cells.length]--
    }
    for (const [, attributes, text] of row.matchAll(/<t[dh]([^>]*)>(.*?)<\/t[dh]>/gs)) {
      skip()
      const rows = Number(/rowspan="(\d+)"/.exec(attributes)?.[1] ?? 1)
      held[cells.length] = rows - 1
      cells.push(decode(text))
    }
    skip()
    return cells
  })
}

const readers = {
  async officeparser(bytes, type) {
    const { OfficeParser } = await load('officeparser')
    const ast = await OfficeParser.parseOffice(bytes, { fileType: type })
    const rows = []
    const visit = (node) => {
      if (node.type !== 'row') return (node.children ?? []).forEach(visit)
      const cells = []
      for (const [index, cell] of (node.children ?? []).entries())
        cells[cell.metadata?.col ?? cell.metadata?.column ?? index] = cell.text ?? ''
      rows.push(Array.from(cells, (cell) => cell ?? ''))
    }
    ast.content.forEach(visit)
    return rows.length > 0 ? rows : (await ast.to('text')).value.split('\n').map(fields)
  },
  async xlsx(bytes) {
    const { read, utils } = await load('xlsx')
    const book = read(bytes)
    return book.SheetNames.flatMap((name) =>
      utils.sheet_to_json(book.Sheets[name], { header: 1, raw: false, defval: '', blankrows: true }),
    )
  },
  async mammoth(bytes) {
    const mammoth = await load('mammoth')
    return htmlRows((await mammoth.convertToHtml({ buffer: bytes })).value)
  },
  async unpdf(bytes) {
    const { extractText, getDocumentProxy } = await import(paths.unpdf)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }))
    return text.flatMap((page) => page.split('\n').map(fields))
  },
}

const grids = []
for (const { reader, path } of files) {
  try {
    grids.push(await readers[reader](readFileSync(path), path.split('.').pop()))
  } catch (error) {
    grids.push({ error: String(error) })
  }
}
console.log = log
process.stdout.write(JSON.stringify(grids), () => process.exit(0))
