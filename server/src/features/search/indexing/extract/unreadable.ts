/** A document that cannot be read, however often one tries; the message is shown to people. */
export class Unreadable extends Error {}

/** A limit of the whole document, which no other part of it can make up for. */
export class LimitExceeded extends Unreadable {}

/** Reading was ended, because it took more time or memory than this reader has. */
export class TooSlow extends Unreadable {}
