import { type DragEvent, useRef, useState } from 'react'

type Drop<Place> = {
  /** Where it would be dropped, or null where this place does not take it. */
  placeAt: (event: DragEvent) => Place | null
  effectOf?: (event: DragEvent) => 'copy' | 'move'
  onDrop: (place: Place, event: DragEvent) => void
}

/** A drop target; `over` is the target under the pointer during a drag. */
export function useDrop<Place>({ placeAt, effectOf = () => 'copy', onDrop }: Drop<Place>) {
  const [over, setOver] = useState<Place | null>(null)
  // Moving onto a child leaves the parent, so the two are counted against each other.
  const depth = useRef(0)
  const taking = (act: (place: Place, event: DragEvent) => void) => (event: DragEvent) => {
    const place = placeAt(event)
    if (place === null) return
    event.preventDefault()
    event.stopPropagation()
    act(place, event)
  }
  const turn = (change: number) =>
    taking((place, event) => {
      event.dataTransfer.dropEffect = effectOf(event)
      depth.current = Math.max(0, depth.current + change)
      setOver(depth.current > 0 ? place : null)
    })
  const drop = taking((place, event) => {
    depth.current = 0
    setOver(null)
    onDrop(place, event)
  })
  return {
    over,
    handlers: { onDragEnter: turn(1), onDragLeave: turn(-1), onDragOver: turn(0), onDrop: drop },
  }
}

export const bringsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')
