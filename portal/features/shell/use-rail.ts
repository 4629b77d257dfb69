import { useLocation } from '@tanstack/react-router'
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

  useClosing(drawerOpen, setDrawerOpen)
  useShortcut('Alt+C', toggle)

  const navigation = useMemo(() => ({ isOpen: open, toggle }), [open, toggle])
  return { wide, open, setOpen, navigation }
}

/** Going somewhere closes the drawer, be it to where one is already. */
function useClosing(open: boolean, setOpen: (open: boolean) => void): void {
  // Not the address itself: one that is put right while the drawer is open is no going.
  const step = useLocation({ select: ({ state }) => state.__TSR_index })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step is what closes it
  useEffect(() => setOpen(false), [step, setOpen])
  useEffect(() => {
    if (!open) return
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href]')) setOpen(false)
    }
    addEventListener('click', onClick)
    return () => removeEventListener('click', onClick)
  }, [open, setOpen])
}
