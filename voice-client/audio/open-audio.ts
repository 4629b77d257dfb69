import type { FromCapture, FromPlayback } from '../worklets/messages.ts'
import { chooseSpeaker, type Devices, listDevices } from './devices.ts'
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

/** To be called by a click: browsers let a page make sound only then. */
export async function openAudio(handlers: Handlers): Promise<CallAudio> {
  const context = new AudioContext({ latencyHint: 'interactive' })
  const resume = () => {
    // A phone call, or another app, interrupts the sound of a page.
    if (context.state !== 'running' && context.state !== 'closed') void context.resume().catch(() => undefined)
  }
  resume()
  let microphone: Microphone | null = null
  let isClosed = false
  const readDevices = () => {
    listDevices()
      .then((devices) => isClosed || handlers.onDevices(devices))
      .catch(() => undefined)
  }
  const speaker = await openSpeaker(context, handlers.onPlayback).catch((error: unknown) => {
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
