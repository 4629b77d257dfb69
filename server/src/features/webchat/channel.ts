import { defineChannel } from '../conversations/define-channel.ts'
import { nameSources } from '../conversations/messages/name-sources.ts'
import { visitorAudience, webchatMessageDeleted, webchatMessageSent, webchatMessageUpdated } from './events.ts'
import { showToVisitor } from './present.ts'
import { acceptedType } from './talk/accepted-type.ts'
import { announceToVisitor } from './visitors/announce-to-visitor.ts'

/** The website chat, whose visitors see answers in the widget. */
export const webchat = defineChannel({
  name: 'web_chat',
  audience: visitorAudience,
  events: { sent: webchatMessageSent, updated: webchatMessageUpdated, deleted: webchatMessageDeleted },
  shows: showToVisitor,
  showsText: (text) => nameSources(text, false),
  hidesApprovals: true,
  announceConversation: announceToVisitor,
  streams: true,
  streamsToInbox: true,
  searchable: true,
  titled: true,
  acceptsAttachments: true,
  typeOfFile: acceptedType,
  asksOperator: true,
})

export const webchatKey = { channel: 'web_chat', channel_name: '' } as const
