/** A set of connected clients, named so that a room can never be mistaken for another kind's. */
export type Room = `${'organization' | 'user' | 'teammate' | 'all-teammates' | 'contact-channel'}:${string}`

export const everyoneInOrganization = (about: { organization_id: string }): Room[] => [
  `organization:${about.organization_id}`,
]

export const onlyUser = (about: { user_id: string }): Room[] => [`user:${about.user_id}`]

/** For reactions inside the server; no client hears it. */
export const nobody = (): Room[] => []
