// Prints tables as PDFs with packages of npm: reads `{paths, jobs}` and answers with nothing.
import { createWriteStream, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const { paths, jobs } = JSON.parse(readFileSync(0, 'utf8'))
const load = async (name) => {
  const loaded = await import(pathToFileURL(paths[name]).href)
  return { ...loaded.default, ...loaded }
}
const sideOf = (kind) => (kind === 'number' ? 'right' : 'left')

const writers = {
  async 'jspdf-autotable'({ title, isRuled, align, padding, columns, rows: [head, ...body] }, path) {
    const { jsPDF } = await load('jspdf')
    const { autoTable } = await load('jspdf-autotable')
    const document = new jsPDF({ unit: 'pt' })
    document.text(title, 40, 40)
    const columnStyles = columns.map((kind) => ({ halign: sideOf(kind), ...(kind === 'note' && { cellWidth: 180 }) }))
    const styles = { cellPadding: padding, valign: align, fontSize: 9 }
    autoTable(document, {
      ...{ startY: 60, head: [head], body, theme: isRuled ? 'grid' : 'plain', styles },
      ...{ columnStyles: { ...columnStyles }, rowPageBreak: 'avoid', tableWidth: 'wrap' },
    })
    writeFileSync(path, Buffer.from(document.output('arraybuffer')))
  },

  async pdfmake({ title, isRuled, columns, rows: [head, ...body] }, path) {
    const { default: pdfmake } = await load('pdfmake')
    pdfmake.setFonts({ Helvetica: { normal: 'Helvetica', bold: 'Helvetica-Bold' } })
    const cells = body.map((row) => row.map((text, at) => ({ text, alignment: sideOf(columns[at]) })))
    const widths = columns.map((kind) => (kind === 'note' ? 180 : 'auto'))
    const table = {
      headerRows: 1,
      dontBreakRows: true,
      widths,
      body: [head.map((text) => ({ text, bold: true })), ...cells],
    }
    const layout = isRuled ? undefined : 'noBorders'
    const content = [{ text: title, fontSize: 16 }, 'The figures hold for the whole of the year.', { layout, table }]
    await pdfmake.createPdf({ defaultStyle: { font: 'Helvetica', fontSize: 9 }, content }).write(path)
  },

  async '@react-pdf/renderer'({ title, isRuled, padding, columns, rows }, path) {
    const { default: React } = await load('react')
    const { Document, Font, Page, Text, View, renderToFile } = await load('@react-pdf/renderer')
    Font.registerHyphenationCallback((word) => [word])
    const element = React.createElement
    const row = (cells, key) => {
      const texts = cells.map((text, at) => {
        const style = { flex: columns[at] === 'note' ? 3 : 1.4, padding, textAlign: sideOf(columns[at]) }
        return element(Text, { key: at, style: { ...style, borderRightWidth: isRuled ? 1 : 0 } }, text)
      })
      return element(
        View,
        { key, wrap: false, style: { flexDirection: 'row', borderBottomWidth: isRuled ? 1 : 0 } },
        texts,
      )
    }
    const heading = element(Text, { style: { fontSize: 16, marginBottom: 12 } }, title)
    const page = element(Page, { size: 'A4', style: { padding: 40, fontSize: 9 } }, heading, ...rows.map(row))
    await renderToFile(element(Document, null, page), path)
  },

  async pdfkit({ title, isRuled, padding, columns, rows }, path) {
    const { default: PDFDocument } = await load('pdfkit')
    const document = new PDFDocument({ size: 'A4', margin: 40 })
    const written = new Promise((resolve) => document.pipe(createWriteStream(path)).on('finish', resolve))
    document.fontSize(16).text(title).fontSize(9).moveDown()
    const columnStyles = columns.map((kind) => ({
      width: kind === 'note' ? 180 : '*',
      align: { x: sideOf(kind), y: 'top' },
    }))
    document.table({ columnStyles, defaultStyle: { border: isRuled ? 1 : 0, padding }, data: rows })
    document.end()
    await written
  },
}

for (const { writer, table, path } of jobs) await writers[writer](table, path)
process.stdout.write('{}')
