import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { Client } from 'ldapts'
import type { Config } from '#platform/config.ts'

export type Directory = {
  client: Client
  /** Makes a plain connection a private one, where that is asked for. */
  secure: () => Promise<void>
  /** Ends the connection, whatever the other side does. */
  close: () => void
}

/** A sign-in reads a few attributes of two entries. The client copies all of an answer that has not ended with each piece of it. */
const MAX_BYTES = 1024 * 1024

/** A connection for one sign-in alone, so that nobody is ever asked under the rights of another. */
export function connectDirectory(config: Config, url: string): Directory {
  const { LDAP_CA: ca, LDAP_START_TLS, LDAP_TIMEOUT } = config
  const sockets: Socket[] = []
  let received = 0
  const kept = <S extends Socket>(socket: S): S => {
    sockets.push(socket)
    socket.on('data', ({ length }: Buffer) => {
      received += length
      if (received > MAX_BYTES) socket.destroy(new Error('The directory answered too much'))
    })
    return socket
  }
  const tlsOptions = {
    host: new URL(url).hostname,
    ...(ca && { ca: ca.startsWith('-----BEGIN') ? ca : readFileSync(ca) }),
  }
  const client = new Client({
    url,
    connectTimeout: LDAP_TIMEOUT * 1000,
    // Given them, the client would speak TLS at once, also to ldap://.
    ...(url.startsWith('ldaps:') && { tlsOptions }),
    createConnection: ((...args: Parameters<typeof connect>) => kept(connect(...args))) as typeof connect,
    createSecureConnection: ((...args: Parameters<typeof connectSecurely>) =>
      kept(connectSecurely(...args))) as typeof connectSecurely,
  })
  return {
    client,
    secure: async () => {
      if (LDAP_START_TLS && url.startsWith('ldap:')) await client.startTLS(tlsOptions)
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
