import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const item =
  'flex h-8 pointer-coarse:h-10 cursor-default items-center gap-2.5 rounded-md px-2 text-sm outline-none select-none data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:text-faint'

const panel = 'z-50 min-w-48 animate-[appear_120ms_ease-out] rounded-xl border border-line bg-raised p-1.5 shadow-float'

type MenuProps = {
  trigger: ReactNode
  /** For a menu that is fetched when its trigger is pressed for the first time. */
  defaultOpen?: boolean
  align?: 'start' | 'end'
  /** Takes the focus when the menu closes, in place of its trigger. */
  onCloseFocus?: (event: Event) => void
  children: ReactNode
}

export function Menu({ trigger, defaultOpen, align = 'start', onCloseFocus, children }: MenuProps) {
  return (
    <DropdownMenu.Root {...(defaultOpen && { defaultOpen })}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          sideOffset={6}
          collisionPadding={8}
          align={align}
          {...(onCloseFocus && { onCloseAutoFocus: onCloseFocus })}
          className={panel}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type MenuAtProps = {
  at: { x: number; y: number }
  onClose: () => void
  /** Called when the menu no longer holds the focus: what is to have it next takes it here. */
  onCloseFocus?: () => void
  children: ReactNode
}

/** A menu that is open at a place of the window, as a right click opens one. */
export function MenuAt({ at: { x, y }, onClose, onCloseFocus, children }: MenuAtProps) {
  return (
    <DropdownMenu.Root open onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="fixed size-0" style={{ left: x, top: y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          sideOffset={4}
          collisionPadding={8}
          align="start"
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onCloseFocus?.()
          }}
          className={panel}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type MenuItemProps = { icon?: ReactNode; danger?: boolean; onSelect: () => void; children: ReactNode }

export function MenuItem({ icon, danger, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item onSelect={onSelect} className={classNames(item, danger && 'text-danger [&_svg]:text-danger!')}>
      {icon}
      {children}
    </DropdownMenu.Item>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-2 my-1.5 h-px bg-line" />
}

type MenuChoiceProps<T extends string> = {
  label: string
  value: T
  choices: readonly { value: T; label: string; icon?: ReactNode }[]
  onChange: (value: T) => void
  /** Choosing ends it; otherwise the menu stays open, so that the effect is seen. */
  closes?: boolean
}

/** One of a few. */
export function MenuChoice<T extends string>({ label, value, choices, onChange, closes }: MenuChoiceProps<T>) {
  return (
    <DropdownMenu.RadioGroup value={value} aria-label={label}>
      <DropdownMenu.Label className="px-2 pt-1 pb-1 text-2xs font-medium text-faint">{label}</DropdownMenu.Label>
      {choices.map((choice) => (
        <DropdownMenu.RadioItem
          key={choice.value}
          value={choice.value}
          onSelect={(event) => {
            if (!closes) event.preventDefault()
            onChange(choice.value)
          }}
          className={classNames(item, 'pr-1.5')}
        >
          {choice.icon}
          <span className="grow">{choice.label}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden className="text-accent!" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}
