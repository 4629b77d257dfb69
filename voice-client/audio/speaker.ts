import { type FromPlayback, PLAYBACK, type ToPlayback } from '../worklets/messages.ts'
import playbackUrl from '../worklets/playback.ts?worker&url'

export type Speaker = {
  play(pcm: ArrayBuffer): void
  /** Nothing follows what was given to it. */
  complete(): void
  /** Drops what was not played. */
  flush(): void
  close(): void
}

export async function openSpeaker(context: AudioContext, onReport: (report: FromPlayback) => void): Promise<Speaker> {
  await context.audioWorklet.addModule(playbackUrl)
  const node = new AudioWorkletNode(context, PLAYBACK, { numberOfInputs: 0, outputChannelCount: [1] })
  const post = (message: ToPlayback, transfer: Transferable[] = []) => node.port.postMessage(message, transfer)
  node.port.onmessage = ({ data }: MessageEvent<FromPlayback>) => onReport(data)
  node.connect(context.destination)
  return {
    play: (pcm) => post({ type: 'push', pcm }, [pcm]),
    complete: () => post({ type: 'complete' }),
    flush: () => post({ type: 'flush' }),
    close() {
      node.port.onmessage = null
      post({ type: 'close' })
      node.disconnect()
    },
  }
}
