import { cleanLine, type Line, type Part } from './lines.ts'
import { openPackage } from './open-package.ts'
import { Unreadable } from './unreadable.ts'

/** Paragraphs in order; a row of a table is one line. */
export async function readWord(bytes: Uint8Array): Promise<Part[]> {
  const file = await openPackage(bytes)
  if (!file.names.includes('word/document.xml')) throw new Unreadable('The file is not a Word document')
  const lines: Line[] = []
  let text = ''
  let number = 0
  let speaks = false
  let rows = 0
  const end = () => {
    number++
    const line = cleanLine(text.replace(/(\s*\|\s*)+$/, ''))
    if (line.trim() !== '') lines.push({ number, text: line })
    text = ''
  }
  await file.read('word/document.xml', {
    open(name) {
      if (name === 't') speaks = true
      else if (name === 'tab') text += '\t'
      else if (name === 'br' || name === 'cr') text += ' '
      else if (name === 'tr') rows++
    },
    text(piece) {
      if (speaks) text += piece
    },
    close(name) {
      if (name === 't') speaks = false
      else if (name === 'p' && rows === 0) end()
      else if (name === 'p') text += ' '
      else if (name === 'tc') text = `${text.trimEnd()} | `
      else if (name === 'tr' && --rows === 0) end()
    },
  })
  return [{ part: null, part_name: null, lines }]
}
