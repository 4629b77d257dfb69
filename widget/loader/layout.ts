import type { LauncherSide } from '#contracts/widget-frames.ts'
import { px } from './css.ts'
import type { Size } from './resize.ts'

/** The frame of the launcher is larger than its circle of 60, which has a shadow and a badge. */
export const LAUNCHER_INSET = 13
/** The chat while a call is minimized, above the launcher. */
const MINIMIZED = { width: 300, height: 64, bottom: 97 }
const calm = matchMedia('(prefers-reduced-motion: reduce)')

type Style = Partial<CSSStyleDeclaration>

export type Layout = {
  side: LauncherSide
  /** Of the chat on a wide page, within the area. */
  size: Size
  area: Size
  isOpen: boolean
  isMinimized: boolean
  isNarrow: boolean
  /** In a container of the page instead of its window. */
  isAbsolute: boolean
  isPrinted: boolean
  /** While its edge is pulled to another size. */
  isPulled: boolean
}

export const sideStyle = (side: LauncherSide, inset: number): Style =>
  side === 'right' ? { right: px(inset), left: 'auto' } : { left: px(inset), right: 'auto' }

/** Where the chat is and how it looks. */
export function chatStyle(layout: Layout): Style {
  const { isOpen, isMinimized, isNarrow, isPrinted, isPulled } = layout
  const isVisible = (isOpen || isMinimized) && !isPrinted
  return {
    ...chatPlace(layout),
    visibility: isVisible ? 'visible' : 'hidden',
    opacity: isVisible ? '1' : '0',
    transform: isVisible ? 'none' : 'translateY(12px)',
    transition: isPulled || isPrinted || calm.matches ? 'none' : 'opacity .16s,transform .16s,visibility .16s',
    borderRadius: isMinimized ? px(MINIMIZED.height / 2) : isNarrow ? '0' : '16px',
    boxShadow: isNarrow && !isMinimized ? 'none' : '0 0 0 1px #8882,0 8px 40px #0003',
    pointerEvents: isPulled ? 'none' : 'auto',
  }
}

function chatPlace({ side, size, area, isMinimized, isNarrow, isAbsolute }: Layout): Style {
  if (isMinimized)
    return {
      ...sideStyle(side, 25),
      width: px(Math.min(MINIMIZED.width, area.width - 50)),
      bottom: px(MINIMIZED.bottom),
      top: 'auto',
      height: px(MINIMIZED.height),
    }
  // Where a keyboard covers a part of the screen, the chat ends above it.
  if (isNarrow)
    return {
      left: '0',
      right: 'auto',
      width: '100%',
      bottom: 'auto',
      top: px((!isAbsolute && visualViewport?.offsetTop) || 0),
      height: isAbsolute ? '100%' : px(visualViewport?.height ?? innerHeight),
    }
  return { ...sideStyle(side, 25), width: px(size.width), bottom: '110px', top: 'auto', height: px(size.height) }
}
