import { randomUUID } from 'node:crypto'
import { BusyError, type Client, ResultCodeError, UnavailableError } from 'ldapts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/error.ts'
import { untilAborted } from '#platform/until-aborted.ts'
import type { VerifiedIdentity } from '../verified-identity.ts'
import { connectDirectory, type Directory } from './connect-directory.ts'
import { findEntry, identityOf } from './find-entry.ts'

type Credentials = { username: string; password: string }

/**
 * Proves a user name and a password against the directory: finds the one entry of that name, and binds as it. 401 where
 * the directory refuses them, or knows nobody or several people by that name; 503 where it cannot be used; 504 after
 * `LDAP_TIMEOUT` (contract, "Errors", LDAP).
 */
export async function queryDirectory(config: Config, url: string, asked: Credentials): Promise<VerifiedIdentity> {
  const deadline = AbortSignal.timeout(config.LDAP_TIMEOUT * 1000)
  const directory = connectDirectory(config, url)
  try {
    return await untilAborted(prove(directory, config, asked), deadline)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (deadline.aborted)
      throw new AppError('timeout', 'The sign-in service took too long', {
        code: 'LDAP_TIMEOUT',
        cause: error,
      })
    throw new AppError('unavailable', 'The sign-in service cannot be used now', {
      code: 'LDAP_UNAVAILABLE',
      cause: error,
    })
  } finally {
    directory.close()
  }
}

async function prove({ client, secure }: Directory, config: Config, asked: Credentials) {
  await secure()
  if (config.LDAP_BIND_DN) await client.bind(config.LDAP_BIND_DN, config.LDAP_BIND_PASSWORD)
  const entry = await findEntry(client, config, asked.username)
  // A person who is not there costs a bind too, so that the time of the answer does not tell who is.
  const dn = entry?.dn ?? `cn=${randomUUID()},${config.LDAP_SEARCH_BASE}`
  const isProven = await accepts(client, dn, asked.password)
  if (!entry || !isProven) throw new AppError('unauthorized', 'Invalid username or password')
  return identityOf(entry, config)
}

/** Whether the directory takes the password for this entry; a locked or expired account is refused as a wrong password is. */
async function accepts(client: Client, dn: string, password: string): Promise<boolean> {
  // A bind without a password succeeds and proves nothing (RFC 4513, 5.1.2).
  if (password === '') return false
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    const isRefusal = error instanceof ResultCodeError
    if (!isRefusal || error instanceof BusyError || error instanceof UnavailableError) throw error
    return false
  }
}
