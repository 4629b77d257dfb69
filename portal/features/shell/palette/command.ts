import type { ReactNode } from 'react'

export type Command = {
  id: string
  group: string
  label: string
  /** Searched like the label. */
  keywords?: string
  /** Was found for what is typed by other means than its words. */
  isFound?: boolean
  icon: ReactNode
  note?: ReactNode
  run: () => void
}
