/** A document that cannot be read, however often one tries; the message is shown to people. */
export class Unreadable extends Error {}
