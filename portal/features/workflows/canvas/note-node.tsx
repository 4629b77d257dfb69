import { type Node, type NodeProps, NodeResizer } from '@xyflow/react'
import { memo } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import type { FlowNote } from './change-flow.ts'
import { canvasMessages } from './messages.ts'

type NoteNodeData = {
  note: FlowNote
  /** Null where the flow can only be read. */
  onType: ((id: string, text: string) => void) | null
}
export type NoteNodeType = Node<NoteNodeData, 'note'>

export const NOTE_SIZE = { width: 220, height: 120 }
const SMALLEST = { minWidth: 120, minHeight: 64 }

/** A text on the canvas that belongs to no step. It is moved by its upper edge. */
export const NoteNode = memo(function NoteNode({ data: { note, onType }, selected }: NodeProps<NoteNodeType>) {
  const words = useMessages(canvasMessages)
  return (
    <div className="flex size-full flex-col rounded-lg border border-line-strong bg-warning-soft text-warning shadow-sm">
      {onType && <NodeResizer {...SMALLEST} isVisible={selected ?? false} handleClassName="size-2! rounded-sm!" />}
      <div className="h-4 shrink-0 cursor-grab" />
      <textarea
        aria-label={words.note}
        placeholder={words.noteHint}
        maxLength={5000}
        readOnly={onType === null}
        value={note.text}
        onChange={(event) => onType?.(note.id, event.target.value)}
        className="nodrag nowheel min-h-0 w-full grow resize-none bg-transparent px-3 pb-2 text-xs leading-5 outline-none placeholder:text-warning"
      />
    </div>
  )
})
