import { cellText, type Extraction, numberLines, type Part } from '../lines.ts'
import { withoutHiddenShapes } from '../office/hidden-shapes.ts'
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
  const background = createBackground(file, budget)
  const parts: Part[] = []
  const unreadable: string[] = []
  let firstFault: Unreadable | undefined
  for (const [index, id] of ids.entries()) {
    try {
      const lines = numberLines(await readSlide(file, targets.get(id), budget, background))
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

async function readSlide(
  file: Package,
  slide: string | undefined,
  budget: TextBudget,
  background: (slide: string) => Promise<string[]>,
): Promise<string[]> {
  if (!slide || !file.has(slide)) throw new Unreadable('The presentation lacks its slides')
  const reader = new SlideReader(await readDrawings(file, slide), budget)
  await file.read(slide, withoutHiddenShapes(reader))
  const behind = reader.showsBackground ? await background(slide) : []
  const lines = [...(reader.isHidden ? ['[Hidden slide]'] : []), ...reader.lines, ...behind]
  for (const notes of await file.related(slide, 'notesSlide')) {
    const noted = new SlideReader(await readDrawings(file, notes), budget)
    await file.read(notes, withoutHiddenShapes(noted))
    lines.push(...noted.lines.map((line) => `[Notes] ${line}`))
  }
  for (const comments of await file.related(slide, 'comments')) lines.push(...(await readComments(file, comments)))
  return lines
}

/** Answers with the texts of a slide's layout and master, which many slides show, where they are shown first. */
function createBackground(file: Package, budget: TextBudget): (slide: string) => Promise<string[]> {
  const seen = new Set<string>()
  async function readPart(part: string): Promise<{ lines: string[]; showsMaster: boolean }> {
    const reader = new SlideReader(new Map(), budget, { isBackground: true })
    try {
      await file.read(part, withoutHiddenShapes(reader))
    } catch (error) {
      // A slide is readable without what is behind it.
      if (!(error instanceof Unreadable) || error instanceof LimitExceeded) throw error
    }
    return { lines: reader.lines.map((line) => `[Background] ${line}`), showsMaster: reader.showsBackground }
  }
  return async (slide) => {
    const lines: string[] = []
    for (const layout of await file.related(slide, 'slideLayout')) {
      if (seen.has(layout)) continue
      seen.add(layout)
      const { lines: own, showsMaster } = await readPart(layout)
      for (const line of own) lines.push(line)
      for (const master of showsMaster ? await file.related(layout, 'slideMaster') : []) {
        if (seen.has(master)) continue
        seen.add(master)
        for (const line of (await readPart(master)).lines) lines.push(line)
      }
    }
    return lines
  }
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
