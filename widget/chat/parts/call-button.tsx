import { beginCall, loadCalls } from '../state/call.ts'
import { useChat } from '../state/store.ts'
import { getWords } from '../words/words.ts'
import { Icon } from './icon.tsx'

/** Whether browsers give this page a microphone and sound at all: they do not where it is served without TLS. */
const isSupported = typeof AudioWorkletNode === 'function' && navigator.mediaDevices !== undefined

export function CallButton() {
  const isAvailable = useChat(({ init }) => init?.voice?.is_available === true)
  const name = useChat(({ init, thread }) => thread.conversation?.ai_employee.name ?? init?.ai_employee.name ?? '')
  if (!isAvailable || !isSupported) return null
  const preload = () => void loadCalls().catch(() => undefined)
  return (
    <button
      type="button"
      class="tool"
      aria-label={getWords().call(name)}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => void beginCall()}
    >
      <Icon name="call" />
    </button>
  )
}
