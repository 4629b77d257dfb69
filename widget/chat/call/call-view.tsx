import { useEffect, useReducer } from 'preact/hooks'
import { activityOf, type CallState, canCallAgain, hasMoved } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { CallControls } from './call-controls.tsx'
import { CallIcon } from './call-icon.tsx'
import { CallPill, endedText } from './call-pill.tsx'
import { callWords } from './call-words.ts'
import { Captions } from './captions.tsx'
import { Meter } from './meter.tsx'
import './call.css'

export type CallViewProps = {
  call: Call
  /** By the chat's knowledge, until the call says it. */
  teammate: string
  /** The chat is closed: only a pill of it is to be seen. */
  isMinimized: boolean
  onMinimize(): void
  onExpand(): void
  onCallAgain(): void
  onLeave(): void
}

function useCallState(call: Call): CallState {
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  useEffect(() => call.subscribe(() => rerender(0)), [call])
  return call.getState()
}

/** A call in place of the chat: who speaks, what was said, and how to end it. */
export function CallView({ call, teammate: known, isMinimized, ...on }: CallViewProps) {
  const { onMinimize, onExpand, onCallAgain, onLeave } = on
  const words = callWords()
  const state = useCallState(call)
  const teammate = state.teammate_name ?? known
  const name = state.operator_name ?? teammate
  const { phase } = state

  useEffect(() => {
    if (phase === 'ended' && state.problem === null) onLeave()
  }, [phase, state.problem, onLeave])

  if (isMinimized) return <CallPill {...{ call, state, name, onExpand, onLeave }} />
  return (
    <main class="screen call-screen" aria-label={words.onCall(teammate)}>
      <button type="button" class="tool call-minimize" aria-label={words.minimize} onClick={onMinimize}>
        <CallIcon name="minimize" />
      </button>
      <div class="call-who">
        <Meter kind="output" label={words.outputLevel(name)}>
          <span class={state.operator_name === null ? 'avatar' : 'avatar person'} aria-hidden="true">
            {[...name.trim()][0]?.toUpperCase()}
          </span>
        </Meter>
        <h1>{name}</h1>
        <p class="call-activity" data-activity={phase === 'active' ? activityOf(state) : phase}>
          {phase === 'active' ? words.activities[activityOf(state)] : null}
        </p>
        <p class="call-phase" role="status">
          {phase === 'ended' ? endedText(state) : (words.phases[phase as keyof typeof words.phases] ?? '')}
        </p>
      </div>
      <Captions state={state} name={name} />
      <Notices state={state} call={call} name={name} />
      {phase === 'ended' ? (
        <div class="call-buttons">
          {canCallAgain(state) && (
            <button type="button" class="strong" onClick={onCallAgain}>
              {hasMoved(state) ? words.continueHere : words.callAgain}
            </button>
          )}
          <button type="button" class={canCallAgain(state) ? 'quiet' : 'strong'} onClick={onLeave}>
            {words.close}
          </button>
        </div>
      ) : (
        <CallControls call={call} state={state} />
      )}
    </main>
  )
}

/** What is in the way, with what helps. */
function Notices({ state, call, name }: { state: CallState; call: Call; name: string }) {
  const words = callWords()
  const { phase, problem, microphoneFailure, notice, question_id } = state
  if (problem) {
    return (
      <p class="call-notice" role="alert">
        {words.problems[problem] ?? words.problems.CALL_FAILED}
      </p>
    )
  }
  if (microphoneFailure) {
    return (
      <div class="call-notice" role="alert">
        <strong>{words.microphoneTitles[microphoneFailure]}</strong>
        <p>{words.microphoneHelp[microphoneFailure]}</p>
        <div class="call-buttons">
          <button type="button" class="chip" onClick={call.retryMicrophone}>
            {words.tryAgain}
          </button>
          {phase === 'no_microphone' && (
            <button type="button" class="chip" onClick={call.continueWithoutMicrophone}>
              {words.continueWithoutMicrophone}
            </button>
          )}
        </div>
      </div>
    )
  }
  const text = notice ? words.notices[notice] : question_id ? words.question(name) : null
  return (
    <p class={text ? 'call-notice' : 'unseen'} role="status">
      {text}
    </p>
  )
}
