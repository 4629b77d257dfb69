/** Alerts for the people who run the server, each kind in a topic or channel of its own where they have given one. */
export const alertTopics = ['errors', 'events', 'warnings', 'feedbacks', 'general'] as const
export type AlertTopic = (typeof alertTopics)[number]

/** The way to the people who run the server (contract, operational rules: `ALERTS_TRANSPORT`). */
export type Alerts = {
  /** False where no transport has what it needs: nothing is sent then, and nobody needs to prepare anything. */
  readonly is_configured: boolean
  /**
   * Resolves when a transport has sent it, or may have: what may have arrived is not sent again. Throws where certainly none
   * took it, so that the caller may try again.
   */
  send(topic: AlertTopic, text: string): Promise<void>
}
