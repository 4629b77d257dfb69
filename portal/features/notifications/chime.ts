let context: AudioContext | undefined
let last = Number.NEGATIVE_INFINITY

/** Two soft tones, a fifth apart. What comes together sounds once. */
export async function chime(): Promise<void> {
  context ??= new AudioContext()
  // A browser lets a page sound only after the person has used it.
  if (context.state === 'suspended') await Promise.race([context.resume(), new Promise((end) => setTimeout(end, 500))])
  const { currentTime, state } = context
  if (state !== 'running' || currentTime - last < 1.5) return
  last = currentTime
  play(context, 587.33, currentTime)
  play(context, 880, currentTime + 0.12)
}

function play(context: AudioContext, hertz: number, at: number): void {
  const tone = new OscillatorNode(context, { type: 'sine', frequency: hertz })
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(0.14, at + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + 0.5)
}
