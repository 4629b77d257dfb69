import { cellText, type Extraction, numberLines } from '../lines.ts'
import { withoutHiddenShapes } from '../office/hidden-shapes.ts'
import { openPackage } from '../office/open-package.ts'
import type { Package } from '../office/package.ts'
import { isOn } from '../office/parse-xml.ts'
import { readDrawings } from '../office/read-drawings.ts'
import { mainPart, relatedPart, withRoot } from '../office/relations.ts'
import { TextBudget } from '../text-budget.ts'
import { sentences } from '../warnings.ts'
import { readLists } from './list-definitions.ts'
import { createNumbering } from './numbering.ts'
import { readNotes } from './read-notes.ts'
import { readStory, type Setting, StoryReader } from './read-story.ts'
import { Sections } from './sections.ts'
import { readStyles } from './styles.ts'

const KIND = 'a Word document'
const NOTE_PARTS = [
  { element: 'footnote', type: 'footnotes' },
  { element: 'endnote', type: 'endnotes' },
  { element: 'comment', type: 'comments' },
]

/**
 * Paragraphs in order, with the numbers that they are shown with; a row of a table is one line. Notes follow the paragraph
 * that refers to them, headers come first and footers last.
 */
export async function readWord(bytes: Uint8Array): Promise<Extraction> {
  const file = await openPackage(bytes)
  const main = await mainPart(file, { usual: 'word/document.xml', kind: KIND })
  const styles = await readStyles(file, await relatedPart(file, main, 'styles', 'styles.xml'))
  const lists = await readLists(file, await relatedPart(file, main, 'numbering', 'numbering.xml'), styles)
  const base: Setting = {
    styles,
    labelOf: createNumbering(lists, styles),
    budget: new TextBudget(),
    referred: () => [],
    markOf: () => '',
  }
  const reader = new StoryReader({ ...base, ...(await readReferred(file, main, base)) })
  const sections = new Sections()
  const story = withoutHiddenShapes(reader)
  let unread = 0
  await file.read(
    main,
    withRoot('document', KIND, {
      open(name, attributes) {
        if (name === 'altChunk') unread++
        sections.open(name, attributes)
        story.open?.(name, attributes)
      },
      text: story.text,
      close(name) {
        sections.close(name)
        story.close?.(name)
      },
    }),
  )
  const hasEvenPages = await readEvenPages(file, await relatedPart(file, main, 'settings', 'settings.xml'))
  const around = async (kind: 'header' | 'footer', label: string) =>
    readAround(file, main, sections.shown(kind, hasEvenPages), label, base)
  const lines = [...(await around('header', 'Header')), ...reader.lines, ...(await around('footer', 'Footer'))]
  const warning = sentences([
    unread > 0 && `${unread === 1 ? '1 inserted file is' : `${unread} inserted files are`} unreadable`,
  ])
  return { parts: [{ part: null, part_name: null, lines: numberLines(lines) }], warning }
}

/** Notes, comments and drawings of a part, each read once: a hostile document refers to one a million times. */
async function readReferred(file: Package, main: string, base: Setting): Promise<Pick<Setting, 'referred' | 'markOf'>> {
  const found = new Map<string, readonly string[]>()
  const key = (kind: string, id: string) => `${kind} ${id}`
  for (const [id, lines] of await readDrawings(file, main)) found.set(key('drawing', id), lines)
  for (const { element, type } of NOTE_PARTS)
    for (const part of await file.related(main, type))
      for (const [id, lines] of await readNotes(file, part, element, base)) found.set(key(element, id), lines)
  const marks = new Map<string, string>()
  let last = 0
  return {
    markOf(kind, id) {
      if (kind === 'comment' || !found.has(key(kind, id))) return ''
      const mark = marks.get(key(kind, id)) ?? `[${++last}]`
      marks.set(key(kind, id), mark)
      return mark
    },
    referred(kind, id) {
      const lines = found.get(key(kind, id)) ?? []
      found.set(key(kind, id), [])
      const mark = marks.get(key(kind, id))
      return mark && lines.length > 0 ? [`${mark} ${lines.join(' ')}`] : lines
    },
  }
}

/** Headers or footers, each text once although several sections show it. */
async function readAround(
  file: Package,
  main: string,
  shown: ReadonlySet<string>,
  label: string,
  setting: Setting,
): Promise<string[]> {
  const texts = new Set<string>()
  for (const { id, target } of await file.relations(main)) {
    if (!shown.has(id) || !file.has(target)) continue
    const lines = (await readStory(file, target, setting)).map(cellText).filter((line) => line !== '')
    for (const line of lines) texts.add(`[${label}] ${line}`)
  }
  return [...texts]
}

async function readEvenPages(file: Package, settings: string | null): Promise<boolean> {
  let hasEvenPages = false
  if (settings)
    await file.read(settings, {
      open(name, attributes) {
        if (name === 'evenAndOddHeaders') hasEvenPages = isOn(attributes)
      },
    })
  return hasEvenPages
}
