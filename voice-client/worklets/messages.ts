/** What pages and worklets send each other. */
export const CAPTURE = 'capture'
export const PLAYBACK = 'playback'

export type ToCapture = { isSending: boolean }
/** `pcm` where it is to be sent. */
export type FromCapture = { pcm: ArrayBuffer; level: number }

export type ToPlayback =
  | { type: 'push'; pcm: ArrayBuffer }
  | { type: 'complete' }
  | { type: 'flush' }
  | { type: 'close' }
export type FromPlayback = { level: number; isPlaying: boolean; bufferedMs: number; underruns: number }
