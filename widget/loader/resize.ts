import type { LauncherSide } from '#contracts/widget-frames.ts'
import { styled } from './css.ts'

export const NARROW = 666
const LEAST = 400
const EDGE = 25
const BOTTOM = 110

export type Size = { width: number; height: number }

/** The chat keeps its least size as long as there is room for it, and never leaves the screen. */
export const clamp = (size: Size, area: Size): Size => ({
  width: Math.min(Math.max(size.width, LEAST), area.width - 2 * EDGE),
  height: Math.min(Math.max(size.height, LEAST), area.height - BOTTOM - EDGE),
})

/** The handles away from the launcher; pulling one changes the size, and the corner at the launcher stays where it is. */
export function createHandles(
  side: LauncherSide,
  sizeOf: () => Size,
  change: (size: Size, isDone: boolean) => void,
): HTMLElement[] {
  const [far, outward] = side === 'right' ? (['w', -1] as const) : (['e', 1] as const)
  const edge = `${side === 'right' ? 'left' : 'right'}:-4px`
  const places = {
    n: 'top:-4px;left:0;right:0;height:8px',
    [far]: `${edge};top:0;bottom:0;width:8px`,
    [`n${far}`]: `${edge};top:-4px;width:16px;height:16px`,
  }
  return Object.entries(places).map(([name, place]) => {
    const handle = styled('div', `position:absolute;touch-action:none;cursor:${name}-resize;${place}`)
    handle.onpointerdown = (down) => {
      down.preventDefault()
      handle.setPointerCapture(down.pointerId)
      const { width, height } = sizeOf()
      const pull = (at: PointerEvent) =>
        change(
          {
            width: width + (name === 'n' ? 0 : outward * (at.clientX - down.clientX)),
            height: height + (name === far ? 0 : down.clientY - at.clientY),
          },
          at.type !== 'pointermove',
        )
      handle.onpointermove = pull
      handle.onlostpointercapture = (at) => {
        handle.onpointermove = handle.onlostpointercapture = null
        pull(at)
      }
    }
    return handle
  })
}
