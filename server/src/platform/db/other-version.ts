/** The database was made by a version that this one cannot follow; the message is for the operator. */
export class OtherVersion extends Error {}
