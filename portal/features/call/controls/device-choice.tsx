import type { Device } from '#voice-client/audio/devices.ts'
import type { CallState } from '#voice-client/call-state.ts'
import type { Call } from '#voice-client/start-call.ts'
import { useMessages } from '../../../lib/i18n.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { controlClass, Field } from '../../../ui/field.tsx'
import { callMessages } from '../messages.ts'

export function DeviceChoice({ call, state }: { call: Call; state: CallState }) {
  const words = useMessages(callMessages)
  const { microphones, speakers } = state
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Choice
        label={words.microphone}
        devices={microphones}
        value={state.microphone_id}
        onChoose={call.chooseMicrophone}
      />
      {speakers.length > 0 && (
        <Choice label={words.speaker} devices={speakers} value={state.speaker_id} onChoose={call.chooseSpeaker} />
      )}
      <Checkbox shown label={words.pushToTalk} checked={state.isPushToTalk} onChange={call.setPushToTalk} />
    </div>
  )
}

type ChoiceProps = { label: string; devices: readonly Device[]; value: string; onChoose: (id: string) => void }

/** The browser's own list, because devices come and go while it is open. */
function Choice({ label, devices, value, onChoose }: ChoiceProps) {
  const words = useMessages(callMessages)
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value}
          disabled={devices.length === 0}
          onChange={(event) => onChoose(event.target.value)}
          className={`${controlClass} h-9`}
        >
          {devices.length === 0 && <option value={value}>{words.systemDefault}</option>}
          {devices.map((device, index) => (
            <option key={device.id} value={device.id}>
              {device.label || `${label} ${index + 1}`}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
