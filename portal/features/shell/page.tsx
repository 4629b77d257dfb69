import type { ReactNode } from 'react'
import { useTitle } from '../../lib/title.ts'
import { NavigationButton } from './navigation.tsx'

type PageProps = {
  title: string
  /** Before the title: the way back. */
  before?: ReactNode
  /** Behind the title: a state, a badge. */
  note?: ReactNode
  actions?: ReactNode
  /** Under the header, as wide as the page: tabs. */
  tabs?: ReactNode
  /** Which of its parts is open: another one begins at its top. */
  part?: string
  children: ReactNode
}

/** Every page but the chat: a header that stays and a column that scrolls under it. */
export function Page({ title, before, note, actions, tabs, part, children }: PageProps) {
  useTitle(title)
  return (
    <>
      <header className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-3 md:px-6">
        <NavigationButton />
        {before}
        <h1 className="min-w-0 truncate text-sm font-semibold">{title}</h1>
        {note}
        <div className="grow" />
        {actions}
      </header>
      {tabs}
      <div key={part} className="min-h-0 grow overflow-y-auto">
        <div className="flex min-h-full w-full max-w-4xl has-[>[data-empty]]:max-w-none has-[[data-wide]]:max-w-6xl flex-col px-4 py-5 md:px-6 md:py-6">
          {children}
        </div>
      </div>
    </>
  )
}
