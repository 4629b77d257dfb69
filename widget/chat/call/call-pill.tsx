import { activityOf, type CallState, hasMoved } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { CallIcon } from './call-icon.tsx'
import { callWords } from './call-words.ts'
import { MuteButton } from './mute-button.tsx'

type Props = { call: Call; state: CallState; name: string; onExpand(): void; onLeave(): void }

export const endedText = (state: CallState): string => (hasMoved(state) ? callWords().moved : callWords().ended)

/** A call whose chat was closed: it stays in sight, and is muted, hung up and opened again from here. */
export function CallPill({ call, state, name, onExpand, onLeave }: Props) {
  const words = callWords()
  const { phase, isPushToTalk } = state
  const activity =
    phase === 'active'
      ? words.activities[activityOf(state)]
      : phase === 'ended'
        ? endedText(state)
        : (words.phases[phase as keyof typeof words.phases] ?? words.activities.no_microphone)
  return (
    <main class="call-pill" aria-label={words.onCall(name)}>
      <div class="call-pill-who">
        <h1>{name}</h1>
        <p class="call-activity" role="status">
          {activity}
        </p>
      </div>
      <button type="button" class="call-button" aria-label={words.expand} onClick={onExpand}>
        <CallIcon name="expand" />
      </button>
      {phase === 'ended' ? (
        <button type="button" class="call-button" aria-label={words.close} onClick={onLeave}>
          <CallIcon name="close" />
        </button>
      ) : (
        <>
          {!isPushToTalk && <MuteButton call={call} state={state} />}
          <button type="button" class="call-button hang-up" aria-label={words.hangUp} onClick={call.hangUp}>
            <CallIcon name="hangUp" />
          </button>
        </>
      )}
    </main>
  )
}
