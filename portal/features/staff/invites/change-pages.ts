import type { Invite } from '#contracts/invites.ts'

type Pages<P> = { pages: P[] }
type PageOfInvites = { data: Invite[] }

/** An invite that was made comes first; one that was changed stays where it is, if it was loaded at all. */
export function withInvite<P extends PageOfInvites, T extends Pages<P>>(cached: T, invite: Invite, isNew: boolean): T {
  const isKnown = cached.pages.some(({ data }) => data.some(({ id }) => id === invite.id))
  const [first, ...others] = cached.pages
  if (isKnown) {
    const change = (each: Invite) => (each.id === invite.id ? invite : each)
    return { ...cached, pages: cached.pages.map((page) => ({ ...page, data: page.data.map(change) })) }
  }
  return isNew && first ? { ...cached, pages: [{ ...first, data: [invite, ...first.data] }, ...others] } : cached
}

/** What moved on while pages were read is in two of them. */
export function invitesIn(pages: readonly PageOfInvites[]): Invite[] {
  return [...new Map(pages.flatMap(({ data }) => data.map((invite) => [invite.id, invite]))).values()]
}

export type ShownState = Invite['status'] | 'Expired'

export function shownState({ status, expires_at }: Invite, now: number): ShownState {
  return status === 'Pending' && Date.parse(expires_at) <= now ? 'Expired' : status
}
