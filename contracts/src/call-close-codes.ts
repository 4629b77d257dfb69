/** What the page of a caller closes the socket of a call with. Any other code hangs up. */
export const callCloseCodes = {
  hungUp: 1000,
  /** The call continues on another socket: this one was silent for too long, or the call moved to another tab. */
  continues: 4000,
  /** The page was closed, left or reloaded: the next call in the conversation continues this one, if it begins soon. */
  pageLeft: 4001,
} as const
export type CallCloseCode = (typeof callCloseCodes)[keyof typeof callCloseCodes]
