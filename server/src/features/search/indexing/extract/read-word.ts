import { cleanLine, type Line, type Part } from './lines.ts'
import { openPackage } from './open-package.ts'
import { Unreadable } from './unreadable.ts'
import { attributeOf, readNumbering } from './word-numbering.ts'

/** Paragraphs in order, with the numbers that they are shown with; a row of a table is one line. */
export async function readWord(bytes: Uint8Array): Promise<Part[]> {
  const file = await openPackage(bytes)
  if (!file.names.includes('word/document.xml')) throw new Unreadable('The file is not a Word document')
  const lines: Line[] = []
  let text = ''
  let number = 0
  let inText = false
  let rows = 0
  const numberOf = await readNumbering(file)
  let paragraph: Parameters<typeof numberOf>[0] = { style: '' }
  const end = (label: string) => {
    number++
    const shown = text.trim() === '' || label === '' ? text : `${label} ${text}`
    const line = cleanLine(shown.replace(/(\s*\|\s*)+$/, ''))
    if (line.trim() !== '') lines.push({ number, text: line })
    text = ''
  }
  await file.read('word/document.xml', {
    open(name, attributes) {
      if (name === 't') inText = true
      else if (name === 'p') paragraph = { style: '' }
      else if (name === 'pStyle') paragraph.style = attributeOf(attributes, 'val')
      else if (name === 'numId') paragraph.num = attributeOf(attributes, 'val')
      else if (name === 'ilvl') paragraph.level = Number(attributeOf(attributes, 'val'))
      else if (name === 'tab') text += '\t'
      else if (name === 'br' || name === 'cr') text += ' '
      else if (name === 'tr') rows++
    },
    text(piece) {
      if (inText) text += piece
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'p' && rows === 0) end(numberOf(paragraph))
      else if (name === 'p') text += ' '
      else if (name === 'tc') text = `${text.trimEnd()} | `
      else if (name === 'tr' && --rows === 0) end('')
    },
  })
  return [{ part: null, part_name: null, lines }]
}
