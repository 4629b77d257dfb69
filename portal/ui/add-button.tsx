import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

/** Adds one to the list beside it. */
export function AddButton({ children, ...props }: Omit<ComponentProps<typeof Button>, 'size'>) {
  return (
    <Button {...props} size="small">
      <Plus aria-hidden className="size-3.5" />
      {children}
    </Button>
  )
}
