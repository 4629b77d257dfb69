import type { ContactChannelRow, ContactRow } from '../contacts/table.ts'
import type { OrgContext } from '../organizations/context.ts'
import type { WebchatSettingsRow } from './table.ts'

/** Someone on a page, as webchat knows them. */
export type Visitor = {
  contact_channel: ContactChannelRow
  contact: ContactRow
  /** Which identity secret proved who they are; null where nothing did. */
  proof: string | null
}

export interface WebchatContext extends OrgContext {
  /** Null until the organization has set anything. */
  readonly rules: WebchatSettingsRow | null
  /** Who the token says it is; null where none was sent. */
  readonly known: Visitor | null
  /** The host that the request was sent to. */
  readonly own_host: string
}

export interface KnownVisitorContext extends WebchatContext {
  readonly known: Visitor
}

declare module '#platform/route.ts' {
  interface CallerContexts {
    /** A page, by the organization's public key, and its visitor where they bring a token. */
    visitor: WebchatContext
    /** A visitor who brings a token. */
    known_visitor: KnownVisitorContext
  }
}
