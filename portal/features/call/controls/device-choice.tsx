import type { Device } from '#voice-client/audio/devices.ts'
import type { CallState } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { callMessages } from '../messages.ts'

export function DeviceChoice({ call, state }: { call: Call; state: CallState }) {
  const words = useMessages(callMessages)
  const optionsOf = (devices: readonly Device[], label: string) =>
    devices.map((device, index) => ({ value: device.id, label: device.label || `${label} ${index + 1}` }))
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        label={words.microphone}
        value={state.microphone_id}
        options={optionsOf(state.microphones, words.microphone)}
        disabled={state.microphones.length === 0}
        onChange={call.chooseMicrophone}
      />
      {state.speakers.length > 0 && (
        <Select
          label={words.speaker}
          value={state.speaker_id}
          options={optionsOf(state.speakers, words.speaker)}
          onChange={call.chooseSpeaker}
        />
      )}
      <Switch label={words.pushToTalk} checked={state.isPushToTalk} onChange={call.setPushToTalk} />
    </div>
  )
}
