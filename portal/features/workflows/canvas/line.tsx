import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react'
import { memo } from 'react'
import { linePath } from './line-path.ts'

/** `exit` is its index among the exits of its source step. */
export type LineType = Edge<{ exit: number }, 'line'>

export const Line = memo(function Line({ data, ...line }: EdgeProps<LineType>) {
  const { id, style, interactionWidth } = line
  return (
    <BaseEdge
      id={id}
      path={linePath(line, data?.exit ?? 0)}
      {...(style && { style })}
      {...(interactionWidth !== undefined && { interactionWidth })}
    />
  )
})
