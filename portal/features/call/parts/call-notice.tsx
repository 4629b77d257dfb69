import type { CallState } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { callMessages } from '../messages.ts'

/** What is in the way, with what helps. */
export function CallNotice({ call, state, name }: { call: Call; state: CallState; name: string }) {
  const words = useMessages(callMessages)
  const { phase, problem, microphoneFailure, notice, question_id } = state
  if (problem) {
    return (
      <p role="alert" className="rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
        {words.problems[problem] ?? words.problems.CALL_FAILED}
      </p>
    )
  }
  if (microphoneFailure) {
    return (
      <div role="alert" className="flex flex-col gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning">
        <p className="font-medium">{words.microphoneTitles[microphoneFailure]}</p>
        <p>{words.microphoneHelp[microphoneFailure]}</p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={call.retryMicrophone}>
            {words.tryAgain}
          </Button>
          {phase === 'no_microphone' && (
            <Button size="small" onClick={call.continueWithoutMicrophone}>
              {words.continueWithoutMicrophone}
            </Button>
          )}
        </div>
      </div>
    )
  }
  const text = notice ? words.notices[notice] : question_id ? words.question(name) : null
  return (
    <p role="status" className={text ? 'rounded-lg bg-hover px-3 py-2 text-sm' : 'sr-only'}>
      {text}
    </p>
  )
}
