/** What the demo model suggests to an operator who asks for a reply. */
const REQUEST = /^Suggest the next reply to the contact\./

const SUGGESTION =
  'Thank you for your message. I am looking into it and will come back to you shortly.\n\n' +
  '[Demo model, no AI: it suggests the same every time.]'

export const draftFor = (message: string): string | null => (REQUEST.test(message) ? SUGGESTION : null)
