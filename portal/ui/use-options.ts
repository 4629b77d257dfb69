import { type KeyboardEvent, useEffect, useId, useState } from 'react'

export type Options<T> = {
  /** For the text field that has the focus all the time. */
  field: {
    role: 'combobox'
    'aria-expanded': boolean
    'aria-controls': string
    'aria-activedescendant': string | undefined
    'aria-autocomplete': 'list'
  }
  /** Id of the `listbox`. */
  listId: string
  /** For each element with the role `option`. */
  option: (item: T) => { id: string; 'aria-selected': boolean; 'data-active': boolean | undefined }
  /** Moves and chooses by key; true when the key was taken. */
  onKey: (event: KeyboardEvent) => boolean
  activate: (item: T) => void
}

type Manner<T> = {
  idOf: (item: T) => string
  onChoose: (item: T) => void
  /** Keys that choose; only `Enter` by default. */
  choosers?: readonly string[]
}

/** A list that is driven from a text field (the combobox pattern): the focus stays where one types. */
export function useOptions<T>(items: readonly T[], { idOf, onChoose, choosers = ['Enter'] }: Manner<T>): Options<T> {
  const base = useId()
  const [wanted, setWanted] = useState<string | null>(null)
  const found = items.findIndex((item) => idOf(item) === wanted)
  const index = found === -1 ? 0 : found
  const active = items[index]
  const domId = (item: T) => `${base}${idOf(item)}`
  const activeId = active === undefined ? undefined : domId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const move = (to: number) => {
    const next = items[(to + items.length) % items.length]
    if (next !== undefined) setWanted(idOf(next))
  }
  return {
    field: {
      role: 'combobox',
      'aria-expanded': items.length > 0,
      'aria-controls': base,
      'aria-activedescendant': activeId,
      'aria-autocomplete': 'list',
    },
    listId: base,
    option: (item) => ({
      id: domId(item),
      'aria-selected': item === active,
      'data-active': item === active || undefined,
    }),
    onKey: (event) => {
      if (event.nativeEvent.isComposing || active === undefined) return false
      if (event.key === 'ArrowDown') move(index + 1)
      else if (event.key === 'ArrowUp') move(index - 1)
      else if (choosers.includes(event.key) && !event.shiftKey && !event.altKey) onChoose(active)
      else return false
      event.preventDefault()
      return true
    },
    activate: (item) => setWanted(idOf(item)),
  }
}
