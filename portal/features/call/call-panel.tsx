import { useEffect, useSyncExternalStore } from 'react'
import { activityOf, canCallAgain, hasMoved } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { useMessages } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CallControls } from './controls/call-controls.tsx'
import { callMessages } from './messages.ts'
import { CallNotice } from './parts/call-notice.tsx'
import { Captions } from './parts/captions.tsx'
import { Meter } from './parts/meter.tsx'

type CallPanelProps = { call: Call; teammate: string; onCallAgain: () => void; onLeave: () => void }

/** A call in place of the message field: who speaks, what is said, and how to end it. */
export function CallPanel({ call, teammate, onCallAgain, onLeave }: CallPanelProps) {
  const words = useMessages(callMessages)
  const state = useSyncExternalStore(call.subscribe, call.getState)
  const { phase, problem } = state
  const name = state.operator_name ?? state.teammate_name ?? teammate
  const isEnded = phase === 'ended'
  useEffect(() => {
    if (isEnded && problem === null) onLeave()
  }, [isEnded, problem, onLeave])
  const ended = hasMoved(state) ? words.moved : words.ended

  return (
    <section
      aria-label={words.onCall(name)}
      className="relative mx-auto w-full max-w-3xl shrink-0 px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6"
    >
      <div className="flex flex-col gap-3 rounded-2xl border border-line-strong bg-raised p-3 shadow-[0_1px_3px_oklch(0_0_0/5%)]">
        <div className="flex items-center gap-3">
          <Meter kind="output" label={words.outputLevel(name)}>
            <Avatar name={name} />
          </Meter>
          <div className="min-w-0 grow">
            <p className="truncate text-sm font-medium">{name}</p>
            <p className="text-xs text-muted">
              {phase === 'active' && words.activities[activityOf(state)]}
              <span role="status">{isEnded ? ended : (words.phases[phase as keyof typeof words.phases] ?? null)}</span>
            </p>
          </div>
          {state.hasMicrophone && <Meter kind="input" label={words.inputLevel} />}
        </div>
        <Captions state={state} name={name} />
        <CallNotice call={call} state={state} name={name} />
        {isEnded ? (
          <div className="flex justify-center gap-2">
            {canCallAgain(state) && (
              <Button look="primary" onClick={onCallAgain}>
                {hasMoved(state) ? words.continueHere : words.callAgain}
              </Button>
            )}
            <Button onClick={onLeave}>{words.close}</Button>
          </div>
        ) : (
          <CallControls call={call} state={state} />
        )}
      </div>
    </section>
  )
}
