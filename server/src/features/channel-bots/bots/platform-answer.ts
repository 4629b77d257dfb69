/**
 * What became of a call to a chat platform. `unsent` did nothing there, so that it may be made again; of `unknown` nobody can
 * tell whether it happened, so that making it again could send a message twice.
 */
export type PlatformAnswer<T, Refusal = unknown> =
  | { outcome: 'granted'; value: T }
  | ({ outcome: 'refused'; description: string } & Refusal)
  | { outcome: 'limited'; retry_after_seconds: number }
  | { outcome: 'unsent'; description: string; retry_after_seconds?: number }
  | { outcome: 'unknown'; description: string }
