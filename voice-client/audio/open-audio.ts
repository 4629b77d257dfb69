import type { FromCapture, FromPlayback } from '../worklets/messages.ts'
import { canChooseSpeaker, chooseSpeaker, type Devices, listDevices } from './devices.ts'
import { type Microphone, openMicrophone } from './microphone.ts'
import { openSpeaker, type Speaker } from './speaker.ts'

type Handlers = {
  onFrame(frame: FromCapture): void
  onMicrophoneLost(): void
  onPlayback(report: FromPlayback): void
  onDevices(devices: Devices): void
}

/** The sound of one call. */
export type CallAudio = {
  readonly speaker: Speaker
  /** Opens a microphone in place of the one before it. */
  openMicrophone(device_id: string | null): Promise<Microphone>
  closeMicrophone(): void
  chooseSpeaker(device_id: string): Promise<void>
  close(): void
}

/** A Bluetooth headset takes a second or two. */
const START_TIMEOUT_MS = 5000

/** To be called by a click: browsers let a page make sound only then. Rejects where there is no device that plays it. */
export async function openAudio(handlers: Handlers): Promise<CallAudio> {
  const context = new AudioContext({ latencyHint: 'interactive' })
  const resume = () => {
    // A phone call, or another app, interrupts the sound of a page.
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => undefined)
  }
  resume()
  let microphone: Microphone | null = null
  let isClosed = false
  const hasChoice = canChooseSpeaker(context)
  const readDevices = () => {
    hasChoice
      .then(listDevices)
      .then((devices) => isClosed || handlers.onDevices(devices))
      .catch(() => undefined)
  }
  const opened = openSpeaker(context, handlers.onPlayback)
  const [speaker] = await Promise.all([opened, untilRunning(context)]).catch((error: unknown) => {
    void context.close()
    throw error
  })
  context.addEventListener('statechange', resume)
  document.addEventListener('visibilitychange', resume)
  navigator.mediaDevices?.addEventListener('devicechange', readDevices)

  const closeMicrophone = () => {
    microphone?.close()
    microphone = null
  }
  return {
    speaker,
    async openMicrophone(device_id) {
      const opened = await openMicrophone(context, device_id, {
        onFrame: handlers.onFrame,
        onLost: handlers.onMicrophoneLost,
      })
      if (isClosed) {
        opened.close()
        throw new DOMException('The call has ended', 'AbortError')
      }
      closeMicrophone()
      microphone = opened
      readDevices()
      return opened
    },
    closeMicrophone,
    chooseSpeaker: (device_id) => chooseSpeaker(context, device_id),
    close() {
      if (isClosed) return
      isClosed = true
      closeMicrophone()
      speaker.close()
      context.removeEventListener('statechange', resume)
      document.removeEventListener('visibilitychange', resume)
      navigator.mediaDevices?.removeEventListener('devicechange', readDevices)
      void context.close()
    },
  }
}

/** Without a device for output, Firefox neither plays nor records, and says nothing. */
function untilRunning(context: AudioContext): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DOMException('The sound did not start', 'InvalidStateError')),
      START_TIMEOUT_MS,
    )
    const check = () => {
      if (context.state !== 'running') return
      clearTimeout(timer)
      context.removeEventListener('statechange', check)
      resolve()
    }
    context.addEventListener('statechange', check)
    check()
  })
}
