import { cellText } from '../lines.ts'
import type { Package } from '../office/package.ts'
import { attributeOf } from '../office/parse-xml.ts'
import { type Setting, StoryReader } from './read-story.ts'

/** The footnotes, endnotes or comments of a part, by their id. Separators have a type, and are lines that the page shows. */
export async function readNotes(
  file: Package,
  part: string,
  element: string,
  setting: Setting,
): Promise<Map<string, string[]>> {
  const notes = new Map<string, string[]>()
  let note: { id: string; author: string; reader: StoryReader } | null = null
  await file.read(part, {
    open(name, attributes) {
      if (name !== element) note?.reader.open(name, attributes)
      else if (attributeOf(attributes, 'type') === '' || attributeOf(attributes, 'type') === 'normal')
        note = {
          id: attributeOf(attributes, 'id'),
          author: attributeOf(attributes, 'author'),
          reader: new StoryReader(setting),
        }
    },
    text(piece) {
      note?.reader.text(piece)
    },
    close(name) {
      if (name !== element) note?.reader.close(name)
      else if (note) {
        const text = note.reader.lines.map(cellText).filter((line) => line !== '')
        if (text.length > 0) notes.set(note.id, labelled(element, note, text))
        note = null
      }
    },
  })
  return notes
}

function labelled(element: string, { author }: { author: string }, lines: readonly string[]): string[] {
  if (element !== 'comment') return [...lines]
  return [`[Comment${author ? ` by ${author}` : ''}: ${lines.join(' ')}]`]
}
