import { foldText } from '#contracts/fold-text.ts'

const linesShown = 4

/** A passage from where most of the words occur together, so that a few lines show why it was found. */
export function excerptOf(passage: string, words: readonly string[]): string {
  const lines = passage.split('\n').filter((line) => line.trim() !== '')
  const wanted = words.map((word) => foldText(word))
  const worth = (from: number) => {
    const text = foldText(lines.slice(from, from + linesShown).join('\n'))
    return wanted.filter((word) => text.includes(word)).length
  }
  const starts = lines.map((_, from) => ({ from, worth: worth(from) }))
  const best = starts.reduce((best, start) => (start.worth > best.worth ? start : best), { from: 0, worth: 0 })
  return `${best.from > 0 ? '… ' : ''}${lines.slice(best.from).join('\n')}`
}
