import { SERVICE_NAME } from '#contracts/parties.ts'
import type { LauncherSide } from '#contracts/widget-frames.ts'

const KEY = `${SERVICE_NAME}-webchat`

/** What the widget keeps in the page's own storage. The session lies here only where frames are denied theirs. */
export type PageState = { side: LauncherSide; width: number; height: number; session: string }

/** Where storage is denied here too, the state lasts as long as the page. */
let memory: object = {}

/** Whatever is there may come from the page: only what makes sense is taken. */
export function readPage(): PageState {
  try {
    memory = Object(JSON.parse(localStorage.getItem(KEY) ?? ''))
  } catch {
    // Nothing there yet, or nothing of ours.
  }
  const { side, width, height, session } = memory as Partial<Record<keyof PageState, unknown>>
  return {
    side: side === 'left' ? side : 'right',
    width: Number(width) || 400,
    height: Number(height) || 640,
    session: typeof session === 'string' ? session : '',
  }
}

/** Leaves what others keep there: on a page of this very server that is the frames. */
export function writePage(change: Partial<PageState>): void {
  readPage()
  memory = { ...memory, ...change }
  try {
    localStorage.setItem(
      KEY,
      // Old libraries give built-in objects a `toJSON`: the value is read again where it is.
      JSON.stringify(memory, function (this: Record<string, unknown>, name) {
        return this[name]
      }),
    )
  } catch {
    // Kept in memory then.
  }
}

/** Changes made in the other tabs of this page. */
export function onPageChange(listener: (state: PageState) => void, signal: AbortSignal): void {
  addEventListener('storage', ({ key }) => key === KEY && listener(readPage()), { signal })
}
