import { ManagersOnly } from '../../page-parts/managers-only.tsx'
import { Appearance } from './appearance/appearance.tsx'
import { EntryPoints } from './entry-points/entry-points.tsx'
import { Security } from './security/security.tsx'

/** How an organization puts the chat on its site: where it answers, how it looks, and who may use it. */
export function Webchat() {
  return (
    <ManagersOnly>
      <div data-wide>
        <EntryPoints />
        <Security />
        <Appearance />
      </div>
    </ManagersOnly>
  )
}
