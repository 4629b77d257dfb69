import { stored } from './stored.ts'
import { isServerThere } from './when-reachable.ts'

const key = 'reloaded-for'
const session = () => sessionStorage

/**
 * After a new release the chunks that an open page knows are gone; the page that is there now knows the new ones. Where
 * nobody answers, nothing is gone but the server, and a reload would lose the page as well. A reload that did not help does
 * not help again: then something on the way keeps that file back, and the page continues without it.
 */
export function reloadForRelease(): void {
  addEventListener('vite:preloadError', async ({ payload }) => {
    const before = stored.read(key, session) ?? ''
    if (before.split('\n').includes(payload.message) || !(await isServerThere())) return
    if (stored.write(key, `${before}\n${payload.message}`, session)) location.reload()
  })
}
