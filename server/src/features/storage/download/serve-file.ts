import type { Readable } from 'node:stream'
import { mimeTypeOf } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import { Reply } from '#platform/route.ts'
import { zipStream } from '#platform/zip.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { openBytes } from '../bytes/open-bytes.ts'
import { findEntry, findFile, type LocatedEntry } from '../find-entry.ts'
import { zipEntries } from './zip-entries.ts'

/** A file as it is, or a folder as a zip. */
export async function serveEntry(ctx: OrgContext, path: string): Promise<Reply<Readable>> {
  const located = await findEntry(ctx, path)
  if (located.entry.type === 'file') return sendFile(ctx, located)
  const name = located.entry.name || 'storage'
  return new Reply(zipStream(zipEntries(ctx, located)), { headers: headers(`${name}.zip`, 'application/zip') })
}

export async function serveFile(ctx: OrgContext, path: string): Promise<Reply<Readable>> {
  return sendFile(ctx, await findFile(ctx, path))
}

export async function sendFile(ctx: OrgContext, { entry }: LocatedEntry): Promise<Reply<Readable>> {
  return new Reply(await openBytes(ctx, entry), {
    headers: { ...headers(entry.name, mimeTypeOf(entry.name)), 'content-length': String(entry.size) },
  })
}

const LOADED_AS_CODE = new Set(['script', 'style', 'xslt', 'worker', 'sharedworker', 'serviceworker', 'audioworklet'])

/** A file is never code of a page of ours, whatever markup someone has put into one. */
export function disableContentExecution({ headers }: { headers: Record<string, unknown> }): void {
  if (LOADED_AS_CODE.has(String(headers['sec-fetch-dest'])))
    throw new AppError('forbidden', 'Stored files cannot be loaded as scripts or styles')
}

/** Offered for download and never shown: uploaded pages and pictures would otherwise run as our own. */
const headers = (name: string, type: string) => ({
  'content-type': type.startsWith('text/') ? `${type}; charset=utf-8` : type,
  'content-disposition': `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`,
  'content-security-policy': "sandbox; default-src 'none'",
})

/** For clients that do not know the newer form of the field. */
const asciiName = (name: string): string => name.normalize('NFC').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
