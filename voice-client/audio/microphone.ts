import captureUrl from '../worklets/capture.ts?worker&url'
import { CAPTURE, type FromCapture, type ToCapture } from '../worklets/messages.ts'

/** Why there is no microphone. */
export type MicrophoneFailure = 'denied' | 'not_allowed_here' | 'missing' | 'in_use' | 'unsupported'

export type Microphone = {
  readonly device_id: string
  /** While false nothing is recorded, and browsers show that the microphone is off. */
  setOn(isOn: boolean): void
  close(): void
}

type Handlers = {
  onFrame(frame: FromCapture): void
  /** The device was unplugged, or the permission was withdrawn. */
  onLost(): void
}

/** Opens a microphone, which asks for permission; rejects with what the browser says. */
export async function openMicrophone(
  context: AudioContext,
  device_id: string | null,
  { onFrame, onLost }: Handlers,
): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: {
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      channelCount: 1,
      ...(device_id && { deviceId: { exact: device_id } }),
    },
  })
  const [track] = stream.getAudioTracks()
  if (!track) throw new DOMException('No audio track', 'NotFoundError')
  const stopTracks = () => {
    for (const one of stream.getTracks()) one.stop()
  }
  try {
    const { source, own } = connectable(context, stream, track)
    await source.context.audioWorklet.addModule(captureUrl)
    const node = new AudioWorkletNode(source.context, CAPTURE, {
      numberOfOutputs: 0,
      channelCount: 1,
      channelCountMode: 'explicit',
    })
    node.port.onmessage = ({ data }: MessageEvent<FromCapture>) => onFrame(data)
    source.connect(node)
    track.addEventListener('ended', onLost)
    return {
      device_id: track.getSettings().deviceId ?? '',
      setOn(isOn) {
        track.enabled = isOn
        node.port.postMessage({ isSending: isOn } satisfies ToCapture)
      },
      close() {
        track.removeEventListener('ended', onLost)
        node.port.onmessage = null
        source.disconnect()
        stopTracks()
        void own?.close()
      },
    }
  } catch (error) {
    stopTracks()
    throw error
  }
}

/** Firefox connects a stream only to a context of its rate: where they differ, the microphone has a context of its own. */
function connectable(context: AudioContext, stream: MediaStream, track: MediaStreamTrack) {
  try {
    return { source: context.createMediaStreamSource(stream), own: null }
  } catch (error) {
    const { sampleRate } = track.getSettings()
    if (!sampleRate || !(error instanceof DOMException) || error.name !== 'NotSupportedError') throw error
    const own = new AudioContext({ sampleRate })
    return { source: own.createMediaStreamSource(stream), own }
  }
}

export function microphoneFailure(error: unknown): MicrophoneFailure {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return isAllowedHere() ? 'denied' : 'not_allowed_here'
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  if (name === 'NotReadableError' || name === 'AbortError') return 'in_use'
  return 'unsupported'
}

/** Whether the page that holds this one lets it use the microphone; only some browsers say. */
function isAllowedHere(): boolean {
  const policy: unknown = Reflect.get(document, 'featurePolicy') ?? Reflect.get(document, 'permissionsPolicy')
  if (typeof policy !== 'object' || policy === null) return true
  const allowsFeature: unknown = Reflect.get(policy, 'allowsFeature')
  return typeof allowsFeature !== 'function' || allowsFeature.call(policy, 'microphone') !== false
}
