import { isUtf8 } from 'node:buffer'
import { type Client, type Entry, Filter, SizeLimitExceededError } from 'ldapts'
import type { Config } from '#platform/config.ts'
import type { VerifiedIdentity } from '../verified-identity.ts'

/**
 * What directories call an entry for as long as it exists: nsUniqueId of 389, objectGUID of Active Directory, entryUUID of
 * OpenLDAP. The first that an entry has counts, and 389 since version 2 gives entries an entryUUID as well, also those that it
 * had. Names of attributes have no case; they are asked for in lower case, because directories built on ldapjs find no others.
 */
const IDS = ['nsuniqueid', 'objectguid', 'entryuuid'] as const
const NAMES = ['displayname', 'cn']

/** The one entry of this user name; null where there is none, or where the name does not tell people apart. */
export async function findEntry(client: Client, config: Config, username: string): Promise<Entry | null> {
  try {
    const { searchEntries } = await client.search(config.LDAP_SEARCH_BASE ?? '', {
      scope: 'sub',
      filter: withLetters(config.LDAP_FILTER).replaceAll('{username}', () => Filter.escape(username)),
      attributes: [...IDS, ...NAMES, 'mail'],
      explicitBufferAttributes: ['objectGUID', 'objectguid'],
      sizeLimit: 2,
    })
    const [entry, ...others] = searchEntries
    return entry && others.length === 0 ? entry : null
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return null
    throw error
  }
}

/**
 * A filter may write a letter as the escaped bytes of its UTF-8 (RFC 4515), as tools of directories do. The library would take
 * each byte for a letter.
 */
function withLetters(filter: string): string {
  return filter.replaceAll(/(?:\\[89a-f][0-9a-f])+/gi, (escapes) => {
    const bytes = Buffer.from(escapes.replaceAll('\\', ''), 'hex')
    return isUtf8(bytes) ? bytes.toString() : escapes
  })
}

/** Whom an entry is about. An organization's own directory knows which addresses are whose. */
export function identityOf(entry: Entry, config: Config): VerifiedIdentity {
  const values = new Map(Object.entries(entry).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    door: 'ldap',
    // The address of a directory changes more often than what it is the directory of.
    issuer: `ldap:${config.LDAP_SEARCH_BASE?.toLowerCase()}`,
    subject: IDS.map((name) => first(values.get(name), 'hex')).find((id) => id !== null) ?? entry.dn.toLowerCase(),
    email: first(values.get('mail')),
    is_email_verified: true,
    name: NAMES.map((name) => first(values.get(name))).find((name) => name !== null) ?? null,
    picture: null,
  }
}

function first(values: Entry[string] | undefined, encoding: 'utf8' | 'hex' = 'utf8'): string | null {
  const value = Array.isArray(values) ? values[0] : values
  return (typeof value === 'string' ? value.trim() : value?.toString(encoding)) || null
}
