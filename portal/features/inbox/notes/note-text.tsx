import type { Operator } from '#contracts/inbox.ts'
import { partsOf } from './mentioned-in.ts'

/** The text of a note with mentioned names highlighted. */
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
