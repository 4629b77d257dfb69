import { Background, type Connection, type Edge, type EdgeChange, Panel, ReactFlow, useReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useRef, useState } from 'react'
import type { FlowProblem } from '#contracts/workflows.ts'
import { useMessages } from '../../../lib/i18n.ts'
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
  pasteSteps,
  readSteps,
  removeSteps,
  tidyUp,
} from './change-flow.ts'
import { withExit } from './exits.ts'
import { Line } from './line.tsx'
import { canvasMessages } from './messages.ts'
import { NoteNode } from './note-node.tsx'
import { StepNode } from './step-node.tsx'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useEdges } from './use-edges.ts'
import { useNodeChanges } from './use-node-changes.ts'
import { type CanvasNode, useNodes } from './use-nodes.ts'
import { useViewport } from './use-viewport.ts'

const nodeTypes = { step: StepNode, note: NoteNode }
const edgeTypes = { line: Line }
/** Flows with more steps render only visible nodes, which costs a frame when scrolling. */
const MAX_RENDERED_STEPS = 500
/** Zoom levels below which small text, and then the names of steps, are not drawn, because they are unreadable. */
const FAR = 0.35
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

/** The canvas. What it shows is in the draft, except positions and sizes while they change. */
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
  const { screenToFlowPosition } = useReactFlow()
  const { values, change } = draft
  const [line, setLine] = useState<string | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const edit = (next: FlowValues, topic?: string) => change({ type: 'edit', values: next, ...(topic && { topic }) })
  const typeNote = useStable((id: string, text: string) => edit(changeNote(values, id, { text }), `note ${id}`))
  const onType = readOnly ? null : typeNote
  const { changeNodes, ...changing } = useNodeChanges({ values, readOnly, selected, onSelect, edit })
  const nodes = useNodes({ values, problems, states, selected, ...changing, onType })
  const edges = useEdges(values, line)

  const { fitAll } = useViewport({ frame, values, nodes, sought })

  const lead = (edge: Pick<Connection, 'source' | 'sourceHandle'>, to: string | undefined) =>
    edit(changeStep(values, edge.source, (step) => withExit(step, edge.sourceHandle ?? 'next', to)))
  const changeEdges = (changes: EdgeChange[]) => {
    for (const each of changes) if (each.type === 'select') setLine(each.selected ? each.id : null)
  }
  /** Deletes steps and their lines in one edit, so that one undo restores them. */
  const remove = async (removed: { nodes: CanvasNode[]; edges: Edge[] }) => {
    const ids = new Set(removed.nodes.map(({ id }) => id))
    const left = removed.edges.reduce<FlowValues>(
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
    fit: fitAll,
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
        <Button size="small" onClick={fitAll}>
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

const switched = (values: FlowValues, ids: ReadonlySet<string>): FlowValues =>
  [...ids].reduce<FlowValues>(
    (next, id) => changeStep(next, id, ({ disabled, ...step }) => (disabled ? step : { ...step, disabled: true })),
    values,
  )
