import { useId } from 'preact/hooks'
import type { Device } from '#voice-client/audio/devices.ts'
import type { CallState } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { callWords } from './call-words.ts'

export function DeviceChoice({ call, state }: { call: Call; state: CallState }) {
  const words = callWords()
  const { microphones, speakers, microphone_id, speaker_id, isPushToTalk } = state
  return (
    <div class="call-devices">
      <Choice label={words.microphone} devices={microphones} value={microphone_id} onChoose={call.chooseMicrophone} />
      {speakers.length > 0 && (
        <Choice label={words.speaker} devices={speakers} value={speaker_id} onChoose={call.chooseSpeaker} />
      )}
      <label class="call-check">
        <input
          type="checkbox"
          checked={isPushToTalk}
          onChange={({ currentTarget }) => call.setPushToTalk(currentTarget.checked)}
        />
        {words.pushToTalk}
      </label>
    </div>
  )
}

type Choices = { label: string; devices: readonly Device[]; value: string; onChoose: (id: string) => void }

function Choice({ label, devices, value, onChoose }: Choices) {
  const words = callWords()
  const id = useId()
  return (
    <div class="call-choice">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={devices.length === 0}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {devices.length === 0 && <option value="">{words.systemDefault}</option>}
        {devices.map((device, index) => (
          <option key={device.id} value={device.id}>
            {device.label || `${label} ${index + 1}`}
          </option>
        ))}
      </select>
    </div>
  )
}
