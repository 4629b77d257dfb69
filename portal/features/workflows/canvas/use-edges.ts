import { useMemo, useRef } from 'react'
import { useMessages } from '../../../lib/i18n.ts'
import type { FlowValues } from './change-flow.ts'
import { exitsOf } from './exits.ts'
import type { LineType } from './line.tsx'
import { canvasMessages } from './messages.ts'

/** The lines of the flow; unchanged ones stay the same objects, so that typing rerenders none. */
export function useEdges({ flow }: FlowValues, selected: string | null): LineType[] {
  const { lineBetween } = useMessages(canvasMessages)
  const known = useRef(new Map<string, LineType>())
  return useMemo(() => {
    const steps = flow?.steps ?? {}
    const edges = Object.entries(steps).flatMap(([source, step]) =>
      exitsOf(step).flatMap(({ field, to }, exit): LineType[] => {
        if (to === undefined || !steps[to]) return []
        const id = `${source} ${field}`
        const isSelected = id === selected
        const ariaLabel = lineBetween(step.name ?? source, steps[to].name ?? to)
        const before = known.current.get(id)
        const isSame = before?.target === to && before.selected === isSelected && before.ariaLabel === ariaLabel
        if (isSame && before.data?.exit === exit) return [before]
        const className = field === 'on_error' ? 'is-failure' : ''
        const ends = { source, sourceHandle: field, target: to }
        return [{ id, type: 'line', ...ends, ariaLabel, data: { exit }, selected: isSelected, className }]
      }),
    )
    known.current = new Map(edges.map((edge) => [edge.id, edge]))
    return edges
  }, [flow, selected, lineBetween])
}
