import { cellText, type Extraction, numberLines, type Part } from '../lines.ts'
import { openPackage } from '../office/open-package.ts'
import type { Package } from '../office/package.ts'
import { relationId } from '../office/parse-xml.ts'
import { readDrawings } from '../office/read-drawings.ts'
import { mainPart, withRoot } from '../office/relations.ts'
import { TextBudget } from '../text-budget.ts'
import { LimitExceeded, Unreadable } from '../unreadable.ts'
import { sentences, shareOf } from '../warnings.ts'
import { SlideReader } from './slide-reader.ts'

const KIND = 'a PowerPoint presentation'

/** Slides in the order in which they are shown, each followed by its notes and comments. */
export async function readSlides(bytes: Uint8Array): Promise<Extraction> {
  const file = await openPackage(bytes)
  const main = await mainPart(file, { usual: 'ppt/presentation.xml', kind: KIND })
  const ids: string[] = []
  await file.read(
    main,
    withRoot('presentation', KIND, {
      open(name, attributes) {
        if (name === 'sldId') ids.push(relationId(attributes))
      },
    }),
  )
  const targets = new Map((await file.relations(main)).map(({ id, target }) => [id, target]))
  const budget = new TextBudget()
  const parts: Part[] = []
  const unreadable: string[] = []
  let firstFault: Unreadable | undefined
  for (const [index, id] of ids.entries()) {
    try {
      const lines = numberLines(await readSlide(file, targets.get(id), budget))
      if (lines.length > 0) parts.push({ part: index + 1, part_name: null, lines })
    } catch (error) {
      if (!(error instanceof Unreadable) || error instanceof LimitExceeded) throw error
      firstFault ??= error
      unreadable.push(String(index + 1))
    }
  }
  if (firstFault && unreadable.length === ids.length) throw firstFault
  return { parts, warning: sentences([shareOf('slide', ids.length, unreadable)]) }
}

async function readSlide(file: Package, slide: string | undefined, budget: TextBudget): Promise<string[]> {
  if (!slide || !file.has(slide)) throw new Unreadable('The presentation lacks its slides')
  const reader = new SlideReader(await readDrawings(file, slide), budget)
  await file.read(slide, reader)
  const lines = [...(reader.isHidden ? ['[Hidden slide]'] : []), ...reader.lines]
  for (const notes of await file.related(slide, 'notesSlide')) {
    const noted = new SlideReader(await readDrawings(file, notes), budget)
    await file.read(notes, noted)
    lines.push(...noted.lines.map((line) => `[Notes] ${line}`))
  }
  for (const comments of await file.related(slide, 'comments')) lines.push(...(await readComments(file, comments)))
  return lines
}

async function readComments(file: Package, part: string): Promise<string[]> {
  const lines: string[] = []
  let text = ''
  let textDepth = 0
  await file.read(part, {
    open(name) {
      if (name === 'text' || name === 't') textDepth++
    },
    text(piece) {
      if (textDepth > 0) text += piece
    },
    close(name) {
      if (name === 'text' || name === 't') textDepth--
      if ((name === 'cm' || name === 'reply') && cellText(text) !== '') {
        lines.push(`[Comment: ${cellText(text)}]`)
        text = ''
      }
    },
  })
  return lines
}
