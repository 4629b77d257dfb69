/** A set of connected clients, named so that a room can never be mistaken for another kind's. */
export type Room = `${'organization' | 'user' | 'teammate' | 'all-teammates' | 'contact-channel'}:${string}`

export const everyoneInOrganization = (about: { organization_id: string }): Room[] => [
  `organization:${about.organization_id}`,
]
