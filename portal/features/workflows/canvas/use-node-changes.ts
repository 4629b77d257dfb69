import type { NodeChange, NodePositionChange } from '@xyflow/react'
import { useState } from 'react'
import { changeNote, type FlowValues, moveSteps } from './change-flow.ts'
import type { Position } from './layout.ts'
import type { CanvasNode, Size } from './use-nodes.ts'

const NOWHERE: ReadonlyMap<string, Position> = new Map()
const NO_SIZES: ReadonlyMap<string, Size> = new Map()

type Options = {
  values: FlowValues
  readOnly: boolean
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  edit: (next: FlowValues) => void
}

type SizeChange = { id: string; dimensions: Size; resizing?: boolean | undefined }

/** Positions and sizes are local while a node is dragged or resized; the draft gets them at the end. */
export function useNodeChanges({ values, readOnly, selected, onSelect, edit }: Options) {
  const [dragged, setDragged] = useState(NOWHERE)
  const [measured, setMeasured] = useState(NO_SIZES)
  const [resized, setResized] = useState(NO_SIZES)

  function changeNodes(changes: NodeChange<CanvasNode>[]) {
    const picked = changes.filter((each) => each.type === 'select')
    if (picked.length > 0) {
      const next = new Set(selected)
      for (const { id, selected: isOn } of picked) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      onSelect(next)
    }
    const sizes = changes.flatMap((each) =>
      each.type === 'dimensions' && each.dimensions ? [{ ...each, dimensions: each.dimensions }] : [],
    )
    if (sizes.length > 0) resize(sizes)
    const moves = changes.filter((each): each is NodePositionChange => each.type === 'position')
    if (moves.length > 0 && !readOnly) move(moves)
  }

  function resize(sizes: SizeChange[]) {
    const withSizes = (known: ReadonlyMap<string, Size>) =>
      new Map([...known, ...sizes.map(({ id, dimensions }) => [id, dimensions] as const)])
    setMeasured(withSizes)
    const [byPerson] = sizes.filter(({ resizing }) => resizing !== undefined)
    if (!byPerson) return
    if (byPerson.resizing) return setResized(withSizes)
    const size = resized.get(byPerson.id)
    setResized(NO_SIZES)
    if (!size) return
    const moved = dragged.size > 0 ? moveSteps(values, dragged) : values
    setDragged(NOWHERE)
    edit(changeNote(moved, byPerson.id.replace('note:', ''), rounded(size)))
  }

  function move(moves: NodePositionChange[]) {
    const next = new Map(dragged)
    for (const { id, position } of moves) if (position) next.set(id, position)
    // Pulling a note by its upper or left edge moves it too; that is saved together with its size.
    if (moves.some(({ dragging }) => dragging || dragging === undefined)) return setDragged(next)
    setDragged(NOWHERE)
    if (next.size > 0) edit(moveSteps(values, next))
  }

  return { dragged, measured, resized, changeNodes }
}

const rounded = ({ width, height }: Size): Size => ({ width: Math.round(width), height: Math.round(height) })
