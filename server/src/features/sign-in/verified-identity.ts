/** Someone for whom a provider has vouched. */
export type VerifiedIdentity = {
  door: 'auth-server' | 'ldap' | 'idpa'
  /** The provider, as it calls itself: an issuer's address, or a directory's. */
  issuer: string
  /** What the provider calls them, for as long as they are there. */
  subject: string
  email: string | null
  /** Whether the provider knows that the address is theirs. */
  is_email_verified: boolean
  name: string | null
  picture: string | null
  /** Their account at `idpa`, where an auth server names it. */
  idpa_subject?: string | null
}
