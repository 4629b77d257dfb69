import { LoaderCircle } from 'lucide-react'
import { classNames } from './class-names.ts'

/** Without a label it is decoration beside words that say the same. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const icon = <LoaderCircle aria-hidden className={classNames('size-4 animate-spin', className)} />
  if (!label) return icon
  return (
    <output data-waiting className="inline-flex items-center">
      {icon}
      <span className="sr-only">{label}</span>
    </output>
  )
}
