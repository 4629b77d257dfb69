import { useNodesInitialized, useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useMedia } from '../../../lib/media.ts'
import { motion } from '../../../lib/motion.ts'
import { useChoice } from '../../../lib/stored.ts'
import type { FlowValues } from './change-flow.ts'
import { heightOf, NODE_WIDTH } from './layout.ts'
import type { CanvasNode } from './use-nodes.ts'

/** The minimum zoom when a flow is opened, so that names are readable; a key fits the whole flow. */
const OPENED = 0.5
/** In pixels: on a phone a part of a flow is mostly empty. */
const NARROW = 600
const MARGIN = 40

type Options = {
  frame: RefObject<HTMLDivElement | null>
  values: FlowValues
  nodes: CanvasNode[]
  /** Scrolled into view; a new object each time. */
  sought: { step: string } | undefined
}

/** Shows the flow when it is opened, and the step that is looked for. */
export function useViewport({ frame, values, nodes, sought }: Options) {
  const { fitView, flowToScreenPosition, getZoom, setCenter, setViewport } = useReactFlow()
  const isCalm = useMedia('(prefers-reduced-motion: reduce)')
  const duration = useChoice(motion) === 'reduced' || isCalm ? 0 : 200

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

  return { fitAll: () => fitView({ maxZoom: 1, duration }) }
}
