import { useEffect, useRef, useState } from 'preact/hooks'
import type { CallState } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { listenToTalkKeys } from '#voice-client/talk-key.ts'
import { CallIcon } from './call-icon.tsx'
import { callWords } from './call-words.ts'
import { DeviceChoice } from './device-choice.tsx'
import { Meter } from './meter.tsx'
import { MuteButton } from './mute-button.tsx'

type Panel = 'devices' | 'typing' | null

export function CallControls({ call, state }: { call: Call; state: CallState }) {
  const words = callWords()
  const [panel, setPanel] = useState<Panel>(null)
  const { isPushToTalk, hasMicrophone, phase } = state
  const toggle = (one: Panel) => setPanel(panel === one ? null : one)

  return (
    <div class="call-controls">
      {panel === 'typing' && <TypeInstead call={call} isReady={phase === 'active'} />}
      {panel === 'devices' && <DeviceChoice call={call} state={state} />}
      {isPushToTalk && hasMicrophone && <TalkButton call={call} isHeld={state.isTalkHeld} />}
      {hasMicrophone && <Meter kind="input" label={words.inputLevel} />}
      <div class="call-buttons">
        {!isPushToTalk && <MuteButton call={call} state={state} />}
        <button
          type="button"
          class="call-button"
          aria-label={words.typeInstead}
          aria-expanded={panel === 'typing'}
          onClick={() => toggle('typing')}
        >
          <CallIcon name="type" />
        </button>
        <button
          type="button"
          class="call-button"
          aria-label={words.devices}
          aria-expanded={panel === 'devices'}
          onClick={() => toggle('devices')}
        >
          <CallIcon name="settings" />
        </button>
        {state.isPlaying && (
          <button type="button" class="call-button" aria-label={words.interrupt} onClick={call.interrupt}>
            <CallIcon name="stop" />
          </button>
        )}
        <button type="button" class="call-button hang-up" aria-label={words.hangUp} onClick={call.hangUp}>
          <CallIcon name="hangUp" />
        </button>
      </div>
    </div>
  )
}

/** Held by pointer, by key on the button, or by the space bar anywhere but in a field. */
function TalkButton({ call, isHeld }: { call: Call; isHeld: boolean }) {
  const words = callWords()
  useEffect(() => listenToTalkKeys(call.holdToTalk), [call])
  return (
    <>
      <button
        type="button"
        class="strong wide call-talk"
        data-talk
        aria-pressed={isHeld}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          call.holdToTalk(true)
        }}
        onLostPointerCapture={() => call.holdToTalk(false)}
        onContextMenu={(event) => event.preventDefault()}
      >
        {words.holdToTalk}
      </button>
      <p class="call-hint">{words.holdSpace}</p>
    </>
  )
}

function TypeInstead({ call, isReady }: { call: Call; isReady: boolean }) {
  const words = callWords()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // Browsers ignore the attribute of it in a frame of another site.
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      class="composer-row call-type"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '' || !isReady) return
        call.sendText(text.trim())
        setText('')
      }}
    >
      <input
        ref={field}
        aria-label={words.typeMessage}
        placeholder={words.typeMessage}
        maxLength={4000}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="send" aria-label={words.send} disabled={text.trim() === '' || !isReady}>
        <CallIcon name="send" />
      </button>
    </form>
  )
}
