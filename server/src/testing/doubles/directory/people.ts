/** What both directories of the tests hold, the real one and the double. */
export type Person = { uid: string; password: string; attributes: Record<string, string> }

export const base = 'dc=example,dc=test'
export const service = { dn: `cn=service,${base}`, password: 'service-password' }

export const dnOf = ({ uid }: Person): string => `uid=${uid},${base}`

export type Directory = {
  plain: string
  secure: string
  close(): Promise<void>
}
