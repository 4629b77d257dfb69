import { type KeyboardEvent, useRef } from 'react'
import type { StorageEntry } from '#contracts/storage.ts'
import { pressed } from '../../../lib/shortcuts.ts'
import { findByLetters, type Selection, select, step } from './selection.ts'

export type ListActions = {
  open: (entry: StorageEntry) => void
  up: () => void
  rename: (path: string) => void
  remove: (paths: readonly string[]) => void
  cut: (paths: readonly string[]) => void
  copy: (paths: readonly string[]) => void
  paste: () => void
  menu: (entry: StorageEntry) => void
}

type ListKeys = {
  entries: readonly StorageEntry[]
  selection: Selection
  pageSize: () => number
  onSelect: (selection: Selection) => void
  actions: ListActions
}

const typingPause = 700

function stepsOf(key: string, pageSize: () => number, all: number): number {
  if (key === 'ArrowDown') return 1
  if (key === 'ArrowUp') return -1
  if (key === 'PageDown') return pageSize()
  if (key === 'PageUp') return -pageSize()
  if (key === 'Home') return -all
  return key === 'End' ? all : 0
}

/** What the keys do while a list has the focus. */
export function useListKeys({ entries, selection, pageSize, onSelect, actions }: ListKeys) {
  const typed = useRef({ text: '', at: 0 })
  const order = entries.map(({ path }) => path)
  const { marked, active } = selection
  const chosen = marked.size > 0 ? order.filter((path) => marked.has(path)) : active ? [active] : []
  const current = entries.find(({ path }) => path === active)

  const go = (event: KeyboardEvent, by: number) => {
    const path = step(order, active, by)
    if (path === undefined) return
    // With Control the keyboard moves and what is selected stays.
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey) onSelect({ ...selection, active: path })
    else onSelect(select(order, selection, path, { range: event.shiftKey }))
  }
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const native = event.nativeEvent
    const run = (deed: () => void) => {
      event.preventDefault()
      deed()
    }
    if (pressed(native, 'Alt+ArrowUp') || event.key === 'Backspace') return run(actions.up)
    const steps = stepsOf(event.key, pageSize, order.length)
    if (steps !== 0 && !event.altKey) return run(() => go(event, steps))
    if (pressed(native, 'Mod+A')) return run(() => onSelect({ marked: new Set(order), active, anchor: active }))
    if (pressed(native, 'Mod+C')) return run(() => actions.copy(chosen))
    if (pressed(native, 'Mod+X')) return run(() => actions.cut(chosen))
    if (pressed(native, 'Mod+V')) return run(actions.paste)
    if (event.key === 'Escape') return onSelect({ marked: new Set(), active, anchor: active })
    if (event.key === 'Delete') return chosen.length > 0 ? run(() => actions.remove(chosen)) : undefined
    if (!current) return type(event)
    if (event.key === 'Enter') return run(() => actions.open(current))
    if (event.key === 'F2') return run(() => actions.rename(current.path))
    if (event.key === 'ContextMenu' || pressed(native, 'Shift+F10')) return run(() => actions.menu(current))
    if (event.key === ' ' && typed.current.text === '')
      return run(() => onSelect(select(order, selection, current.path, { toggle: true })))
    type(event)
  }

  function type(event: KeyboardEvent) {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    const goesOn = event.timeStamp - typed.current.at < typingPause
    const text = (goesOn ? typed.current.text : '') + event.key
    typed.current = { text, at: event.timeStamp }
    // The same letter again and again leads from one to the next.
    const wanted = /^(.)\1+$/u.test(text) ? event.key : text
    const found = findByLetters(entries, active, wanted)
    if (found) onSelect(select(order, selection, found.path, {}))
  }
}
