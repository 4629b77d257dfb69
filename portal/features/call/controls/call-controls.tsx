import { Keyboard, Mic, MicOff, PhoneOff, SlidersHorizontal, Square } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { CallState } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { callMessages } from '../messages.ts'
import { DeviceChoice } from './device-choice.tsx'
import { TalkButton } from './talk-button.tsx'
import { TypeInstead } from './type-instead.tsx'

type Panel = 'devices' | 'typing' | null

export function CallControls({ call, state }: { call: Call; state: CallState }) {
  const words = useMessages(callMessages)
  const [panel, setPanel] = useState<Panel>(null)
  const { isMuted, isPushToTalk, hasMicrophone, phase } = state
  const toggle = (one: Panel) => setPanel(panel === one ? null : one)
  return (
    <>
      {panel === 'typing' && <TypeInstead call={call} isReady={phase === 'active'} />}
      {panel === 'devices' && <DeviceChoice call={call} state={state} />}
      {isPushToTalk && hasMicrophone && <TalkButton call={call} isHeld={state.isTalkHeld} />}
      <div className="flex flex-wrap justify-center gap-2">
        {!isPushToTalk && (
          <RoundButton
            label={isMuted ? words.unmute : words.mute}
            data-muted={isMuted}
            disabled={!hasMicrophone}
            onClick={() => call.setMuted(!isMuted)}
          >
            {isMuted ? <MicOff aria-hidden /> : <Mic aria-hidden />}
          </RoundButton>
        )}
        <RoundButton label={words.typeInstead} aria-expanded={panel === 'typing'} onClick={() => toggle('typing')}>
          <Keyboard aria-hidden />
        </RoundButton>
        <RoundButton label={words.devices} aria-expanded={panel === 'devices'} onClick={() => toggle('devices')}>
          <SlidersHorizontal aria-hidden />
        </RoundButton>
        {state.isPlaying && (
          <RoundButton label={words.interrupt} onClick={call.interrupt}>
            <Square aria-hidden className="fill-current" />
          </RoundButton>
        )}
        <RoundButton label={words.hangUp} look="destructive" onClick={call.hangUp}>
          <PhoneOff aria-hidden />
        </RoundButton>
      </div>
    </>
  )
}

function RoundButton(props: ComponentProps<typeof IconButton>) {
  return (
    <IconButton
      look="secondary"
      {...props}
      className="size-11! rounded-full! aria-expanded:bg-hover data-[muted=true]:bg-hover"
    />
  )
}
