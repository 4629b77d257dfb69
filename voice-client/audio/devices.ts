export type Device = { id: string; label: string }
export type Devices = { microphones: Device[]; speakers: Device[] }

/** The devices to choose from; browsers name them once the microphone was allowed. */
export async function listDevices(canChooseSpeaker: boolean): Promise<Devices> {
  const all = await navigator.mediaDevices.enumerateDevices()
  const ofKind = (kind: MediaDeviceKind) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }))
  return { microphones: ofKind('audioinput'), speakers: canChooseSpeaker ? ofKind('audiooutput') : [] }
}

/** False where the browser cannot, and where the page around the frame does not let it. */
export async function canChooseSpeaker(context: AudioContext): Promise<boolean> {
  const setSinkId: unknown = Reflect.get(context, 'setSinkId')
  if (typeof setSinkId !== 'function') return false
  try {
    // The device that it plays through already.
    await setSinkId.call(context, '')
    return true
  } catch {
    return false
  }
}

/** Plays through another device, where the browser can. */
export async function chooseSpeaker(context: AudioContext, id: string): Promise<void> {
  const setSinkId: unknown = Reflect.get(context, 'setSinkId')
  if (typeof setSinkId === 'function') await setSinkId.call(context, id === 'default' ? '' : id)
}
