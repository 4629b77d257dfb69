import { pdfOf } from './office-files.ts'

/** A valid page with so many pieces of text that reading it takes some ten seconds. */
export function slowPdf(pieces = 250_000): Buffer {
  const texts = Array.from({ length: pieces }, (_, n) => `1 0 0 1 ${(n % 100) * 5} ${n % 700} Tm (w${n}) Tj`)
  const stream = `BT /F1 2 Tf ${texts.join(' ')} ET`
  const font = '<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources${font}/Contents 4 0 R>>`,
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
  ])
}
