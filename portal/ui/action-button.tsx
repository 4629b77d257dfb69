import type { ComponentProps } from 'react'
import { IconButton } from './button.tsx'

/** A small button beside what was written; as large as a finger where there is no pointer. */
export function ActionButton(props: Omit<ComponentProps<typeof IconButton>, 'className' | 'look'>) {
  return (
    <IconButton
      {...props}
      className="size-7! rounded-md! aria-pressed:text-accent pointer-coarse:size-10! [&_svg]:size-3.5!"
    />
  )
}
