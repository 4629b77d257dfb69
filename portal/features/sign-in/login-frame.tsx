import { Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Preferences } from '../shell/preferences.tsx'
import { signInMessages } from './messages.ts'

export function LoginFrame({ children }: { children: ReactNode }) {
  const words = useMessages(signInMessages)
  return (
    <main className="relative flex h-full flex-col overflow-y-auto bg-canvas">
      <div className="absolute top-3 right-3">
        <Menu
          trigger={
            <IconButton label={words.settings}>
              <Settings2 aria-hidden />
            </IconButton>
          }
        >
          <Preferences />
        </Menu>
      </div>
      <div className="m-auto w-full max-w-sm px-5 py-12">
        <img src="/favicon.svg" alt="" className="mb-6 size-10" />
        {children}
      </div>
    </main>
  )
}
