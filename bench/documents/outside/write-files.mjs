// Writes files with packages of npm: reads `{folder, paths, jobs}` and answers with nothing.
import { readFileSync, writeFileSync } from 'node:fs'

const { paths, jobs } = JSON.parse(readFileSync(0, 'utf8'))
const load = async (name) => {
  const loaded = await import(paths[name])
  return loaded.default ?? loaded
}

const writers = {
  async exceljs(table, path) {
    const { Workbook } = await load('exceljs')
    const book = new Workbook()
    const pageSetup = { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 }
    const sheet = book.addWorksheet('Data', { pageSetup })
    for (const [row, cells] of table.rows.entries())
      for (const [column, cell] of cells.entries()) {
        if (!cell) continue
        const target = sheet.getCell(row + 1, column + 1)
        target.value = cell.value
        if (cell.format) target.numFmt = cell.format
      }
    for (const [top, left, bottom, right] of table.merged) sheet.mergeCells(top + 1, left + 1, bottom + 1, right + 1)
    sheet.columns.forEach((column) => {
      column.width = 24
    })
    await book.xlsx.writeFile(path)
  },

  async xlsx(table, path) {
    const { utils, write } = await load('xlsx')
    const sheet = utils.aoa_to_sheet(table.rows.map((row) => row.map((cell) => cell?.value ?? null)))
    for (const [row, cells] of table.rows.entries())
      for (const [column, cell] of cells.entries()) {
        const target = sheet[utils.encode_cell({ r: row, c: column })]
        if (target && cell?.format) target.z = cell.format
      }
    sheet['!merges'] = table.merged.map(([top, left, bottom, right]) => ({
      s: { r: top, c: left },
      e: { r: bottom, c: right },
    }))
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'Data')
    writeFileSync(path, write(book, { type: 'buffer', bookType: 'xlsx' }))
  },

  async docx(table, path) {
    const { Document, Packer, Paragraph, Table, TableCell, TableRow, VerticalMergeType } = await load('docx')
    const mergeOf = (row, column) => {
      for (const [top, left, bottom] of table.merged)
        if (left === column && row >= top && row <= bottom)
          return row === top ? VerticalMergeType.RESTART : VerticalMergeType.CONTINUE
      return undefined
    }
    const rows = table.rows.map((cells, row) => {
      const children = cells.map(
        (cell, column) =>
          new TableCell({ children: [new Paragraph(String(cell?.value ?? ''))], verticalMerge: mergeOf(row, column) }),
      )
      return new TableRow({ children })
    })
    const document = new Document({ sections: [{ children: [new Paragraph(table.title), new Table({ rows })] }] })
    writeFileSync(path, await Packer.toBuffer(document))
  },

  async pptxgenjs(table, path) {
    const PptxGen = await load('pptxgenjs')
    const show = new PptxGen()
    const slide = show.addSlide()
    slide.addText(table.title, { x: 0.5, y: 0.2 })
    const rows = table.rows.map((cells) => cells.map((cell) => ({ text: String(cell?.value ?? '') })))
    slide.addTable(rows, { x: 0.5, y: 1, w: 9 })
    writeFileSync(path, Buffer.from(await show.write({ outputType: 'nodebuffer' })))
  },

  async 'pdf-lib'(table, path) {
    const { PDFDocument, StandardFonts } = await load('pdf-lib')
    const document = await PDFDocument.create()
    const page = document.addPage([842, 595])
    const font = await document.embedFont(StandardFonts.Helvetica)
    page.drawText(table.title, { x: 40, y: 550, size: 14, font })
    for (const [row, cells] of table.rows.entries())
      for (const [column, cell] of cells.entries())
        if (cell) page.drawText(String(cell.value), { x: 40 + column * 130, y: 515 - row * 22, size: 10, font })
    writeFileSync(path, await document.save())
  },
}

for (const { writer, table, path } of jobs) await writers[writer](table, path)
process.stdout.write('{}')
