import { cleanLine, type Line, type Part } from './lines.ts'
import { openPackage, type Package, relationOf } from './open-package.ts'
import { Unreadable } from './unreadable.ts'

const ROOT = 'ppt/presentation.xml'

/** Slides in the order in which they are shown, with what their notes say. */
export async function readSlides(bytes: Uint8Array): Promise<Part[]> {
  const file = await openPackage(bytes)
  if (!file.names.includes(ROOT)) throw new Unreadable('The file is not a PowerPoint presentation')
  const ids: string[] = []
  await file.read(ROOT, {
    open(name, attributes) {
      if (name === 'sldId') ids.push(relationOf(attributes))
    },
  })
  const targets = await file.relations(ROOT)
  const parts: Part[] = []
  for (const [index, id] of ids.entries()) {
    const slide = targets.get(id)
    if (!slide || !file.names.includes(slide)) continue
    const texts = await paragraphs(file, slide)
    for (const notes of (await file.relations(slide)).values())
      if (/^ppt\/notesSlides\//.test(notes)) texts.push(...(await paragraphs(file, notes)))
    const lines: Line[] = texts.map((text, index) => ({ number: index + 1, text }))
    if (lines.length > 0) parts.push({ part: index + 1, part_name: null, lines })
  }
  return parts
}

async function paragraphs(file: Package, name: string): Promise<string[]> {
  const found: string[] = []
  let text = ''
  let inText = false
  // The number of a slide and the like are fields, not text.
  let fields = 0
  await file.read(name, {
    open(tag) {
      if (tag === 't') inText = fields === 0
      else if (tag === 'fld') fields++
      else if (tag === 'br') text += ' '
    },
    text(piece) {
      if (inText) text += piece
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'fld') fields--
      else if (tag === 'p') {
        if (text.trim() !== '') found.push(cleanLine(text.trim()))
        text = ''
      }
    },
  })
  return found
}
