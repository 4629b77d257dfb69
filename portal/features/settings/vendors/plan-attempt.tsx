import type { UseMutationResult } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ConnectionAttempt } from '#contracts/models.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { CopyText } from '../../page-parts/copy-text.tsx'
import { partMessages } from '../../page-parts/messages.ts'
import { vendorMessages } from './messages.ts'

type PlanAttemptProps = {
  attempt: ConnectionAttempt
  cancel: UseMutationResult<unknown, Error, void>
  /** Its time is over: the server says what became of it. */
  onOver: () => void
}

/** The code to enter at the vendor, for as long as it holds. */
export function PlanAttempt({
  attempt: { user_code, verification_url, expires_at },
  cancel,
  onOver,
}: PlanAttemptProps) {
  const words = useMessages(vendorMessages)
  const parts = useMessages(partMessages)
  const seconds = useSecondsUntil(expires_at, onOver)
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div className="mt-3 rounded-lg border border-line bg-canvas p-4">
      <p className="max-w-prose text-sm text-pretty">{words.planSteps}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <code className="font-mono text-xl font-medium tracking-widest select-all">{user_code}</code>
        <CopyText label={words.copyCode} text={user_code} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <a
          href={verification_url}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ look: 'primary', size: 'small' })}
        >
          {words.openVendor}
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
        <Button size="small" look="quiet" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {parts.cancel}
        </Button>
        <span role="timer" className="ml-auto text-xs text-muted tabular-nums">
          {words.codeHolds(left)}
        </span>
      </div>
    </div>
  )
}

function useSecondsUntil(instant: string, onOver: () => void): number {
  const secondsLeft = () => Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(secondsLeft)
  const tick = useEffectEvent(() => {
    const left = secondsLeft()
    setSeconds(left)
    if (left === 0 && seconds > 0) onOver()
  })
  useEffect(() => {
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
