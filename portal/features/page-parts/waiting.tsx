import { useMessages } from '../../lib/i18n.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { partMessages } from './messages.ts'

/** The shape of a form that is on its way. */
export function WaitingForm() {
  const words = useMessages(partMessages)
  return (
    <div className="max-w-xl space-y-6 pt-2">
      <span className="sr-only">{words.loading}</span>
      {['w-20', 'w-28', 'w-16'].map((width) => (
        <div key={width} className="space-y-2">
          <Skeleton className={`h-3 ${width}`} />
          <Skeleton className="h-9" />
        </div>
      ))}
    </div>
  )
}

/** The shape of a list that is on its way. */
export function WaitingRows() {
  const words = useMessages(partMessages)
  return (
    <div className="divide-y divide-line rounded-xl border border-line">
      <span className="sr-only">{words.loading}</span>
      {['w-40', 'w-28', 'w-52', 'w-36'].map((width) => (
        <div key={width} className="flex h-13 items-center gap-3 px-3">
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className={`h-3 ${width}`} />
        </div>
      ))}
    </div>
  )
}
