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

export function directoryPerson(uid: string, attributes: Record<string, string> = {}): Person {
  const mail = `${uid}@directory.test`
  return { uid, password: `password of ${uid}`, attributes: { mail, displayName: `Person ${uid}`, ...attributes } }
}

export const directorySettings = (LDAP_URL: string): Record<string, string> => ({
  LDAP_URL,
  LDAP_SEARCH_BASE: base,
  LDAP_BIND_DN: service.dn,
  LDAP_BIND_PASSWORD: service.password,
  LDAP_FILTER: '(|(uid={username})(mail={username}))',
  TRUST_PROXY: '127.0.0.1',
})
