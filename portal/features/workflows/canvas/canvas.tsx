import {
  Background,
  type Connection,
  type Edge,
  type EdgeChange,
  type NodeChange,
  type NodePositionChange,
  Panel,
  ReactFlow,
  useNodesInitialized,
  useReactFlow,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FlowProblem } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { useMedia } from '../../../lib/media.ts'
import { motion } from '../../../lib/motion.ts'
import { useChoice } from '../../../lib/stored.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { Button } from '../../../ui/button.tsx'
import type { WorkflowDraft } from '../editor/use-workflow-draft.ts'
import type { StepState } from '../run/step-states.ts'
import {
  addNote,
  changeNote,
  changeStep,
  copySteps,
  type FlowValues,
  moveSteps,
  pasteSteps,
  readSteps,
  removeSteps,
  tidyUp,
} from './change-flow.ts'
import { withExit } from './exits.ts'
import { heightOf, NODE_WIDTH, type Position } from './layout.ts'
import { Line } from './line.tsx'
import { canvasMessages } from './messages.ts'
import { NoteNode } from './note-node.tsx'
import { StepNode } from './step-node.tsx'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useEdges } from './use-edges.ts'
import { type CanvasNode, type Size, useNodes } from './use-nodes.ts'

const nodeTypes = { step: StepNode, note: NoteNode }
const edgeTypes = { line: Line }
const NOWHERE: ReadonlyMap<string, Position> = new Map()
const NO_SIZES: ReadonlyMap<string, Size> = new Map()
/** Flows with more steps render only visible nodes, which costs a frame when scrolling. */
const MAX_RENDERED_STEPS = 500
/** Zoom levels below which small text, and then the names of steps, are not drawn, because they are unreadable. */
const FAR = 0.35
/** The minimum zoom when a flow is opened, so that names are readable; a key fits the whole flow. */
const OPENED = 0.5
/** In pixels: on a phone a part of a flow is mostly empty. */
const NARROW = 600
const MARGIN = 40
const VERY_FAR = 0.25
const DELETE_KEYS = ['Delete', 'Backspace']

type CanvasProps = {
  draft: WorkflowDraft
  problems: FlowProblem[]
  /** States of the steps in the watched run. */
  states: ReadonlyMap<string, StepState> | null
  readOnly: boolean
  selected: ReadonlySet<string>
  /** Scrolled into view; a new object each time. */
  sought: { step: string } | undefined
  onSelect: (ids: ReadonlySet<string>) => void
  onAdd: () => void
  onRename: () => void
}

/** The canvas. Positions during a drag are local state; everything else is in the draft. */
export function Canvas({
  draft,
  problems,
  states,
  readOnly,
  selected,
  sought,
  onSelect,
  onAdd,
  onRename,
}: CanvasProps) {
  const words = useMessages(canvasMessages)
  const { fitView, flowToScreenPosition, getZoom, screenToFlowPosition, setCenter, setViewport } = useReactFlow()
  const isCalm = useMedia('(prefers-reduced-motion: reduce)')
  const duration = useChoice(motion) === 'reduced' || isCalm ? 0 : 200
  const { values, change } = draft
  const [dragged, setDragged] = useState(NOWHERE)
  const [measured, setMeasured] = useState(NO_SIZES)
  const [resized, setResized] = useState(NO_SIZES)
  const [line, setLine] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const edit = (next: FlowValues, topic?: string) => change({ type: 'edit', values: next, ...(topic && { topic }) })
  const typeNote = useStable((id: string, text: string) => edit(changeNote(values, id, { text }), `note ${id}`))
  const onType = readOnly ? null : typeNote
  const nodes = useNodes({ values, problems, states, selected, dragged, measured, resized, onType })
  const edges = useEdges(values, line)

  /** Fits the whole flow, or its beginning if the whole would be too small to read. */
  const open = useEffectEvent(async () => {
    await fitView({ maxZoom: 1 })
    const box = frame.current?.getBoundingClientRect()
    const start = nodes.find(({ id }) => id === values.starting_step_id)?.position
    if (!box || !start || box.width < NARROW || getZoom() >= OPENED) return
    setViewport({ x: MARGIN - start.x * OPENED, y: box.height / 3 - start.y * OPENED, zoom: OPENED })
  })
  const isDrawn = useNodesInitialized()
  const wasFitted = useRef(false)
  useEffect(() => {
    if (!isDrawn || wasFitted.current) return
    wasFitted.current = true
    open()
  }, [isDrawn])

  const show = useEffectEvent((id: string) => {
    const box = frame.current?.getBoundingClientRect()
    const step = values.flow?.steps[id]
    const position = nodes.find((node) => node.id === id)?.position
    if (!box || !step || !position) return
    const { x, y } = position
    const height = heightOf(step)
    const from = flowToScreenPosition(position)
    const to = flowToScreenPosition({ x: x + NODE_WIDTH, y: y + height })
    const isInSight = from.x >= box.left && from.y >= box.top && to.x <= box.right && to.y <= box.bottom
    if (!isInSight) setCenter(x + NODE_WIDTH / 2, y + height / 2, { zoom: getZoom(), duration })
  })
  useEffect(() => {
    if (sought) show(sought.step)
  }, [sought])

  const changeNodes = (changes: NodeChange<CanvasNode>[]) => {
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
  const resize = (sizes: { id: string; dimensions: Size; resizing?: boolean | undefined }[]) => {
    const withSizes = (known: ReadonlyMap<string, Size>) =>
      new Map([...known, ...sizes.map(({ id, dimensions }) => [id, dimensions] as const)])
    setMeasured(withSizes)
    const [by] = sizes.filter(({ resizing }) => resizing !== undefined)
    if (!by) return
    if (by.resizing) return setResized(withSizes)
    const size = resized.get(by.id)
    setResized(NO_SIZES)
    if (!size) return
    const place = dragged.size > 0 ? moveSteps(values, dragged) : values
    setDragged(NOWHERE)
    edit(changeNote(place, by.id.replace('note:', ''), rounded(size)))
  }
  const move = (moves: NodePositionChange[]) => {
    const next = new Map(dragged)
    for (const { id, position } of moves) if (position) next.set(id, position)
    // Pulling a note by its upper or left edge moves it too; that is kept when its size is.
    if (moves.some(({ dragging }) => dragging || dragging === undefined)) return setDragged(next)
    setDragged(NOWHERE)
    if (next.size > 0) edit(moveSteps(values, next))
  }
  const lead = (edge: Pick<Connection, 'source' | 'sourceHandle'>, to: string | undefined) =>
    edit(changeStep(values, edge.source, (step) => withExit(step, edge.sourceHandle ?? 'next', to)))
  const changeEdges = (changes: EdgeChange[]) => {
    for (const each of changes) if (each.type === 'select') setLine(each.selected ? each.id : null)
  }
  /** Deletes steps and their lines in one edit, so that one undo restores them. */
  const remove = async (gone: { nodes: CanvasNode[]; edges: Edge[] }) => {
    const ids = new Set(gone.nodes.map(({ id }) => id))
    const left = gone.edges.reduce<FlowValues>(
      (next, { source, sourceHandle }) =>
        changeStep(next, source, (step) => withExit(step, sourceHandle ?? 'next', undefined)),
      values,
    )
    edit(removeSteps(left, ids))
    onSelect(new Set())
    return false
  }
  const note = () => {
    const box = frame.current?.getBoundingClientRect()
    const middle = box ? { x: box.x + box.width / 2, y: box.y + box.height / 3 } : { x: 0, y: 0 }
    const [next, id] = addNote(values, screenToFlowPosition(middle))
    edit(next)
    onSelect(new Set([id]))
  }

  useCanvasKeys({
    isOn: !readOnly,
    add: onAdd,
    rename: onRename,
    disable: () => selected.size > 0 && edit(switched(values, selected)),
    fit: () => fitView({ maxZoom: 1, duration }),
    undo: () => change({ type: 'undo' }),
    redo: () => change({ type: 'redo' }),
    copied: () => (selected.size > 0 ? copySteps(values, selected) : null),
    paste: (text) => {
      const steps = readSteps(text)
      if (!steps) return false
      const [next, ids] = pasteSteps(values, steps)
      edit(next)
      onSelect(new Set(ids))
      return true
    },
  })

  return (
    <ReactFlow
      ref={frame}
      nodes={nodes}
      edges={edges}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      onNodesChange={changeNodes}
      onEdgesChange={changeEdges}
      onMove={(_, { zoom }) => {
        frame.current?.toggleAttribute('data-far', zoom < FAR)
        frame.current?.toggleAttribute('data-very-far', zoom < VERY_FAR)
      }}
      onBeforeDelete={remove}
      onConnect={(connection) => lead(connection, connection.target)}
      nodesDraggable={!readOnly}
      nodesConnectable={!readOnly}
      deleteKeyCode={readOnly ? null : DELETE_KEYS}
      onlyRenderVisibleElements={nodes.length > MAX_RENDERED_STEPS}
      minZoom={0.1}
      maxZoom={2}
      ariaLabelConfig={words.aria}
      className="workflow-canvas"
      aria-label={words.canvas}
    >
      <Background />
      <Panel position="bottom-left" className="flex flex-wrap gap-1.5">
        <Button size="small" onClick={() => fitView({ maxZoom: 1, duration })}>
          {words.fit}
        </Button>
        {!readOnly && (
          <>
            <Button size="small" onClick={() => edit(tidyUp(values))}>
              {words.tidyUp}
            </Button>
            <Button size="small" onClick={note}>
              {words.addNote}
            </Button>
          </>
        )}
      </Panel>
    </ReactFlow>
  )
}

const rounded = ({ width, height }: Size): Size => ({ width: Math.round(width), height: Math.round(height) })

const switched = (values: FlowValues, ids: ReadonlySet<string>): FlowValues =>
  [...ids].reduce<FlowValues>(
    (next, id) => changeStep(next, id, ({ disabled, ...step }) => (disabled ? step : { ...step, disabled: true })),
    values,
  )
