/** Stands in an address for a chat that its first message will open, so that looking around leaves nothing behind. */
export const newChat = 'new'
