import type { CallState } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { CallIcon } from './call-icon.tsx'
import { callWords } from './call-words.ts'

type Props = { call: Call; state: CallState }

export function MuteButton({ call, state: { isMuted, hasMicrophone } }: Props) {
  const words = callWords()
  return (
    <button
      type="button"
      class="call-button"
      aria-label={isMuted ? words.unmute : words.mute}
      data-muted={isMuted}
      disabled={!hasMicrophone}
      onClick={() => call.setMuted(!isMuted)}
    >
      <CallIcon name={isMuted ? 'muted' : 'microphone'} />
    </button>
  )
}
