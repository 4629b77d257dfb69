import { getBezierPath, Position as Side } from '@xyflow/react'

type Ends = { sourceX: number; sourceY: number; targetX: number; targetY: number }

/** The distance of a line from steps, before its first turn and above steps that it passes. */
const OUT = 20
const CORNER = 8
/** Where a step's entry and its first exit are, below its upper edge. */
const ENTRY_Y = 26
const FIRST_EXIT_Y = 61
const EXIT_HEIGHT = 24

/** The path of a line between two steps; one that leads back passes above both. */
export function linePath(ends: Ends, exit: number): string {
  const { sourceX, sourceY, targetX, targetY } = ends
  if (targetX > sourceX) {
    const [path] = getBezierPath({ ...ends, sourcePosition: Side.Right, targetPosition: Side.Left })
    return path
  }
  const lane = Math.min(sourceY - FIRST_EXIT_Y - exit * EXIT_HEIGHT, targetY - ENTRY_Y) - OUT
  const [right, left] = [sourceX + OUT, targetX - OUT]
  return [
    `M${sourceX},${sourceY} H${right - CORNER} Q${right},${sourceY} ${right},${sourceY - CORNER}`,
    `V${lane + CORNER} Q${right},${lane} ${right - CORNER},${lane}`,
    `H${left + CORNER} Q${left},${lane} ${left},${lane + CORNER}`,
    `V${targetY - CORNER} Q${left},${targetY} ${left + CORNER},${targetY} H${targetX}`,
  ].join(' ')
}
