import { type RefObject, useMemo, useRef } from 'react'
import type { FlowProblem } from '#contracts/workflows.ts'
import type { StepState } from '../run/step-states.ts'
import { type FlowValues, nodeOf } from './change-flow.ts'
import { layOut, type Position } from './layout.ts'
import { NOTE_SIZE, type NoteNodeType } from './note-node.tsx'
import type { StepNodeType } from './step-node.tsx'

export type CanvasNode = StepNodeType | NoteNodeType
export type Size = { width: number; height: number }

export type Shown = {
  values: FlowValues
  problems: FlowProblem[]
  states: ReadonlyMap<string, StepState> | null
  selected: ReadonlySet<string>
  dragged: ReadonlyMap<string, Position>
  measured: ReadonlyMap<string, Size>
  /** Sizes of notes while they are being changed. */
  resized: ReadonlyMap<string, Size>
  onType: ((id: string, text: string) => void) | null
}

/** Unchanged nodes stay the same objects, so that dragging one of hundreds rerenders one. */
export function useNodes(shown: Shown): CanvasNode[] {
  const { values, problems, states, selected, dragged, measured, resized, onType } = shown
  const { flow, starting_step_id: start } = values
  const laid = useMemo(() => {
    const isPlaced = Object.values(flow?.steps ?? {}).every(({ position }) => position)
    return flow && !isPlaced ? layOut(flow, start) : new Map<string, Position>()
  }, [flow, start])
  const counts = useMemo(() => {
    const counts = new Map<string, number>()
    for (const { step } of problems) if (step !== null) counts.set(step, (counts.get(step) ?? 0) + 1)
    return counts
  }, [problems])
  const known = useRef(new Map<string, CanvasNode>())
  const resting = useMemo(() => {
    const nodes: CanvasNode[] = []
    for (const [id, step] of Object.entries(flow?.steps ?? {})) {
      const data = { step, isStart: id === start, problems: counts.get(id) ?? 0, state: states?.get(id) ?? null }
      const position = step.position ?? laid.get(id) ?? { x: 0, y: 0 }
      nodes.push(kept(known, { id, type: 'step', position, data, selected: selected.has(id), ...at(measured, id) }))
    }
    for (const note of flow?.notes ?? []) {
      const id = nodeOf(note.id)
      const { width = NOTE_SIZE.width, height = NOTE_SIZE.height } = resized.get(id) ?? note
      const data = { note, onType }
      const place = { position: note.position, width, height, selected: selected.has(id), ...at(measured, id) }
      nodes.push(kept(known, { id, type: 'note', dragHandle: '.cursor-grab', data, ...place }))
    }
    known.current = new Map(nodes.map((node) => [node.id, node]))
    return nodes
  }, [flow, start, counts, states, laid, measured, resized, selected, onType])
  return useMemo(() => {
    if (dragged.size === 0) return resting
    return resting.map((node) => {
      const position = dragged.get(node.id)
      return position ? { ...node, position } : node
    })
  }, [resting, dragged])
}

const at = (measured: ReadonlyMap<string, Size>, id: string) => {
  const size = measured.get(id)
  return size && { measured: size }
}

/** The previous node if it is equal. */
function kept<T extends CanvasNode>(known: RefObject<Map<string, CanvasNode>>, node: T): CanvasNode {
  const before = known.current.get(node.id)
  if (!before || before.type !== node.type) return node
  const data = isSame(before.data, node.data) ? before.data : node.data
  const whole = { ...node, data }
  return isSame(before, whole) ? before : (whole as T)
}

function isSame(a: object, b: object): boolean {
  const entries = Object.entries(b)
  return (
    entries.length === Object.keys(a).length &&
    entries.every(([key, value]) => Object.is(Reflect.get(a, key), value) || isSamePlace(Reflect.get(a, key), value))
  )
}

/** Positions and states are recomputed at each read. */
function isSamePlace(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const own = Object.entries(b)
  return (
    own.length <= 4 &&
    own.length === Object.keys(a).length &&
    own.every(([key, value]) => typeof value !== 'object' && Object.is(Reflect.get(a, key), value))
  )
}
