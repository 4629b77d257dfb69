import type { ReactNode } from 'react'

export type Command = {
  id: string
  group: string
  label: string
  /** Searched along with the label. */
  keywords?: string
  icon: ReactNode
  note?: ReactNode
  run: () => void
}
