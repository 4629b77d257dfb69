import type { Operator } from '#contracts/inbox.ts'
import { partsOf } from './mentioned-in.ts'

/** What a note says; the names of those who are mentioned stand out. */
export function NoteText({ content, people }: { content: string; people: readonly Operator[] }) {
  let at = 0
  return partsOf(content, people).map(({ text, person }) => {
    const key = at
    at += text.length
    return person ? (
      <span key={key} className="font-medium text-accent">
        {text}
      </span>
    ) : (
      text
    )
  })
}
