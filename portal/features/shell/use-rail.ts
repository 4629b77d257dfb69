import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useMedia } from '../../lib/media.ts'
import { useShortcut } from '../../lib/shortcuts.ts'
import { storedChoice, useChoice } from '../../lib/stored.ts'
import { useStable } from '../../lib/use-stable.ts'

const column = storedChoice<'shown' | 'hidden'>('alongside:rail', ['shown', 'hidden'], () => 'shown')

/** A column where there is room for one, which stays as it was left; else a drawer. `Alt+C` turns it over. */
export function useRail() {
  const wide = useMedia('(min-width: 48rem)')
  const columnOpen = useChoice(column) === 'shown'
  const [drawerOpen, setDrawerOpen] = useState(false)
  const open = wide ? columnOpen : drawerOpen
  const setOpen = useStable((next: boolean) => (wide ? column.set(next ? 'shown' : 'hidden') : setDrawerOpen(next)))
  const toggle = useStable(() => setOpen(!open))

  const router = useRouter()
  // Going somewhere closes the drawer, even to where one is already.
  useEffect(() => router.subscribe('onBeforeNavigate', () => setDrawerOpen(false)), [router])
  useShortcut('Alt+C', toggle)

  const navigation = useMemo(() => ({ isOpen: open, toggle }), [open, toggle])
  return { wide, open, setOpen, navigation }
}
