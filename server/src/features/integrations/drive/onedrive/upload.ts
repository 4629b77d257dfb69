import { z } from 'zod'
import type { Account, AccountScope } from '../../requests/account.ts'
import type { NewFile } from '../drive.ts'
import { refuse, wasRefused } from '../refusals.ts'
import { ITEM_FIELDS, Item, UploadProgress, UploadSession } from './answers.ts'
import { childPath } from './item-path.ts'

/** What OneDrive takes in one request. */
const MAX_SIMPLE_UPLOAD_BYTES = 4 * 1024 * 1024
/** Pieces must be a multiple of 320 KiB. */
const PIECE = 10 * 320 * 1024

export const CONFLICT = '@microsoft.graph.conflictBehavior'

export function uploadItem(scope: AccountScope, file: NewFile): Promise<Item> {
  return file.bytes.length > MAX_SIMPLE_UPLOAD_BYTES ? inSession(scope, file) : atOnce(scope, file)
}

function atOnce({ ctx, account }: AccountScope, { folder_id, name, mime_type, bytes, replace }: NewFile) {
  return account.json(Item, {
    method: 'PUT',
    url: `${ctx.ports.config.GRAPH_BASE_URL}${childPath(folder_id, name)}:/content`,
    query: { [CONFLICT]: behavior(replace) },
    headers: { 'content-type': mime_type },
    bytes,
    // Sent again it replaces itself, or finds its name taken.
    repeatable: true,
  })
}

const behavior = (replace: boolean) => (replace ? 'replace' : 'fail')

async function inSession(scope: AccountScope, file: NewFile): Promise<Item> {
  const { folder_id, name, bytes, replace } = file
  const { account, ctx } = scope
  const { uploadUrl: url } = await account.json(UploadSession, {
    method: 'POST',
    url: `${ctx.ports.config.GRAPH_BASE_URL}${childPath(folder_id, name)}:/createUploadSession`,
    json: { item: { [CONFLICT]: behavior(replace), name } },
    repeatable: true,
  })
  try {
    for (let from = 0; from < bytes.length; ) {
      const answer = await sendPiece(account, url, bytes, from)
      if ('id' in answer) return answer
      const next = Number.parseInt(answer.nextExpectedRanges[0] ?? '', 10)
      if (!(next > from)) throw refuse('OneDrive did not take the file.')
      from = next
    }
    throw refuse('OneDrive did not say that it has the whole file. Look for it before you upload it again.')
  } catch (error) {
    // An upload whose last answer was lost has ended, too.
    const made = wasRefused(error, 404) ? await findWhole(scope, file) : null
    if (made) return made
    await account.done({ method: 'DELETE', url }).catch(() => undefined)
    throw wasRefused(error, 404) ? refuse('OneDrive ended the upload before it had the whole file.') : error
  }
}

async function findWhole({ account, ctx }: AccountScope, { folder_id, name, bytes }: NewFile): Promise<Item | null> {
  const url = `${ctx.ports.config.GRAPH_BASE_URL}${childPath(folder_id, name)}`
  const there = await account.json(Item, { url, query: { $select: ITEM_FIELDS } }).catch((error: unknown) => {
    if (wasRefused(error, 404)) return null
    throw error
  })
  return there?.size === bytes.length ? there : null
}

/** What OneDrive has after this piece, or the file where it was the last. */
async function sendPiece(account: Account, url: string, bytes: Buffer, from: number) {
  const piece = bytes.subarray(from, from + PIECE)
  const headers = { 'content-range': `bytes ${from}-${from + piece.length - 1}/${bytes.length}` }
  const answers = z.union([Item, UploadProgress])
  try {
    return await account.json(answers, { method: 'PUT', url, headers, bytes: piece, repeatable: true })
  } catch (error) {
    // It has this piece already, because an answer of its was lost.
    if (wasRefused(error, 416)) return await account.json(UploadProgress, { url })
    throw error
  }
}
