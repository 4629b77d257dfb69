/** A call that this service will not make, or an answer that it will not take; the sentence is written for people. */
export class OutboundRefused extends Error {
  /** Found by it in a chain of causes, after other code has wrapped the error. */
  readonly code = 'ADDRESS_REFUSED'

  constructor(sentence: string) {
    super(sentence)
    this.name = 'OutboundRefused'
  }
}
