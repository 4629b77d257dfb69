import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { CircleAlert, Pin, Play } from 'lucide-react'
import { memo } from 'react'
import type { FlowStep } from '#contracts/flows.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { StepStateMark } from '../run/step-state-mark.tsx'
import type { StepState } from '../run/step-states.ts'
import { isStepType, stepKindOf } from '../step/step-types.ts'
import { exitsOf, exitWords } from './exits.ts'
import { heightOf, NODE_WIDTH } from './layout.ts'
import { canvasMessages } from './messages.ts'

type StepNodeData = { step: FlowStep; isStart: boolean; problems: number; state: StepState | null }
export type StepNodeType = Node<StepNodeData, 'step'>

const handleClass = 'size-2.5! rounded-full! border-2! border-surface! bg-line-strong! pointer-coarse:size-4!'

const borders = {
  ahead: 'border-line-strong opacity-60',
  running: 'border-accent shadow-float',
  waiting: 'border-warning',
  completed: 'border-positive',
  failed: 'border-danger',
  skipped: 'border-line-strong opacity-60',
}

/** A step on the canvas: its type, its state in the run, and a row for each exit. */
export const StepNode = memo(function StepNode({
  data: { step, isStart, problems, state },
  selected,
}: NodeProps<StepNodeType>) {
  const words = useMessages(canvasMessages)
  const Icon = stepKindOf(step.type)?.icon ?? CircleAlert
  const border = problems > 0 ? 'border-danger' : state ? borders[state.status] : 'border-line-strong'
  return (
    <div
      style={{ width: NODE_WIDTH, height: heightOf(step) }}
      data-status={state?.status}
      className={classNames(
        'is-node rounded-xl border bg-raised text-left shadow-sm transition-[border-color,opacity] duration-300',
        selected ? 'border-accent outline-2 outline-(--focus)' : border,
        step.disabled && 'border-dashed',
      )}
    >
      <Handle type="target" position={Position.Left} className={handleClass} style={{ top: 26 }} />
      <div className="flex h-12 items-center gap-2.5 px-3">
        <Icon aria-hidden className="size-4 shrink-0 text-accent" />
        <div className="min-w-0 grow leading-tight">
          <div className={classNames('truncate text-sm font-medium', step.disabled && 'text-muted line-through')}>
            {step.name || words.unnamed}
          </div>
          <div className="is-detail truncate text-2xs text-muted">
            {isStepType(step.type) ? words.types[step.type] : step.type}
            {step.disabled && ` · ${words.disabled}`}
          </div>
        </div>
        {step.pinned !== undefined && <Pin aria-label={words.isPinned} className="size-3.5 shrink-0 text-muted" />}
        {isStart && <Play aria-label={words.isStart} className="size-3.5 shrink-0 text-positive" />}
        {problems > 0 && <CircleAlert aria-label={words.hasProblems} className="size-4 shrink-0 text-danger" />}
      </div>
      {exitsOf(step).map((exit) => (
        <div key={exit.field} className="relative flex h-6 items-center justify-end px-3 text-2xs text-muted">
          <span className="is-detail truncate">{exitWords(exit, step.type, words)}</span>
          <Handle id={exit.field} type="source" position={Position.Right} className={handleClass} />
        </div>
      ))}
      {state && <StepStateMark state={state} />}
    </div>
  )
})
