import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Icon } from './icon.tsx'

export type Action = { label: string; act: () => void; isDangerous?: boolean }

/** A button that opens a list of actions, by pointer or by keyboard. */
export function Menu({ label, actions, children }: { label: string; actions: Action[]; children?: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    list.current?.querySelector('button')?.focus()
    const onOutside = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpen(false)
    }
    const onLeave = () => setOpen(false)
    document.addEventListener('pointerdown', onOutside)
    addEventListener('blur', onLeave)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      removeEventListener('blur', onLeave)
    }
  }, [isOpen])

  const close = () => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const items = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLButtonElement)
    const go = (to: number) => items.at(to % items.length)?.focus()
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(-1)
    else if (event.key === 'Tab') return setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the menu inside
    <div class="menu" ref={box} onKeyDown={onKeyDown}>
      <button
        type="button"
        class="tool"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children ?? <Icon name="more" />}
      </button>
      {isOpen && (
        <div class="menu-list" role="menu" id={id} ref={list} aria-label={label}>
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              role="menuitem"
              class={action.isDangerous ? 'dangerous' : undefined}
              onClick={() => {
                close()
                action.act()
              }}
            >
              {action.label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
