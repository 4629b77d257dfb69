import type { InboxConversation } from '#contracts/inbox.ts'
import { chatPlatforms } from '#contracts/parties.ts'

type Conversation = Pick<InboxConversation, 'channel' | 'title' | 'contact'>

/** Whom a conversation is with: in a group on a chat platform many people speak, and it is called as the group is. */
export const partnerOf = ({ channel, title, contact }: Conversation): string =>
  channel in chatPlatforms && title ? title : contact.display_name
