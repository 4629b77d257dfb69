import { brand } from '../../lib/brand.ts'
import { classNames } from '../../ui/class-names.ts'

export function Brand({ note, className }: { note?: string; className?: string }) {
  return (
    <div className={classNames('flex min-w-0 items-center gap-2.5', className)}>
      <img src="/favicon.svg" alt="" className="size-7 shrink-0" />
      <div className="min-w-0 leading-tight">
        <div className="truncate text-sm font-semibold tracking-tight">{brand}</div>
        {note && <div className="truncate text-2xs text-faint">{note}</div>}
      </div>
    </div>
  )
}
