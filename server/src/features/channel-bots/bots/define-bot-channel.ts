import { type ChannelDefinition, defineChannel } from '../../conversations/define-channel.ts'

type OwnDefinition = Pick<ChannelDefinition, 'name' | 'showWork' | 'deliver' | 'resolvesUncertainParts'>

/** The channel of a chat platform, to which each finished message is sent. */
export const defineBotChannel = (definition: OwnDefinition): ChannelDefinition =>
  defineChannel({
    audience: () => [],
    streams: false,
    searchable: true,
    // A group has the name that its people gave it, and a private chat none.
    titled: false,
    acceptsAttachments: true,
    asksOperator: true,
    ...definition,
  })
