import { Check, Hourglass } from 'lucide-react'
import { Notice } from '../../../../ui/notice.tsx'

/** Whether the platform has sent a message yet, and how to try it. */
export function FirstMessage({ hasArrived, wait, done }: { hasArrived: boolean; wait: string; done: string }) {
  return (
    <div role="status">
      <Notice icon={hasArrived ? <Check aria-hidden /> : <Hourglass aria-hidden />}>{hasArrived ? done : wait}</Notice>
    </div>
  )
}
