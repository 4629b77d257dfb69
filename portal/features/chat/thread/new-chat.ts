/** The id in the address of a chat that is created by its first message, so that visiting the page creates nothing. */
export const newChat = 'new'
