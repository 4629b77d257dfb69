import { useMemo } from 'react'
import { diffText, fold } from '../../lib/diff.ts'
import { useMessages } from '../../lib/i18n.ts'
import { partMessages } from './messages.ts'

export const goneClass = 'mr-px rounded-sm bg-danger-soft px-0.5 text-danger line-through decoration-danger/50'
export const newClass = 'rounded-sm bg-positive-soft px-0.5 text-positive no-underline'

/** How two texts differ, word by word where a line was reworded. */
export function TextDifference({ before, after }: { before: string; after: string }) {
  const words = useMessages(partMessages)
  const pieces = useMemo(() => fold(diffText(before, after)), [before, after])
  return (
    <div className="max-h-96 overflow-y-auto leading-6 break-words whitespace-pre-wrap">
      {pieces.map((piece, index) => {
        // The pieces of one difference never move.
        const key = index
        if (piece.kind === 'folded')
          return (
            <span key={key} className="my-1 block border-y border-dashed border-line py-0.5 text-xs text-faint">
              {words.folded(piece.lines)}
            </span>
          )
        if (piece.kind === 'gone')
          return (
            <del key={key} className={goneClass}>
              {piece.text}
            </del>
          )
        if (piece.kind === 'new')
          return (
            <ins key={key} className={newClass}>
              {piece.text}
            </ins>
          )
        return <span key={key}>{piece.text}</span>
      })}
    </div>
  )
}
