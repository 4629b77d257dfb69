import { ApiError } from '#contracts/client.ts'
import * as storagePaths from '#contracts/paths/storage.ts'
import { addressOf } from '#contracts/request.ts'
import type { StorageEntry } from '#contracts/storage.ts'

type Sending = {
  organization: { id: string }
  folder: string
  name: string
  file: File
  signal: AbortSignal
  onProgress: (bytes: number) => void
}

/** One file on its way. `fetch` does not tell how much of a body was sent. */
export function sendFile({ organization, folder, name, file, signal, onProgress }: Sending): Promise<StorageEntry> {
  const { promise, resolve, reject } = Promise.withResolvers<StorageEntry>()
  const request = new XMLHttpRequest()
  request.open('POST', addressOf(storagePaths.uploadFile, { params: { organization_id: organization.id } }))
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded }) => onProgress(Math.min(loaded, file.size)))
  request.addEventListener('error', () => reject(new ApiError('network', '')))
  request.addEventListener('abort', () => reject(signal.reason))
  request.addEventListener('load', () => {
    const { status, response } = request
    const isAccepted = status >= 200 && status < 300
    // Null where the answer is no JSON: a page of a proxy, or what is left of an answer that was cut.
    if (isAccepted && response === null) return reject(new ApiError('network', ''))
    if (isAccepted) return resolve(response as StorageEntry)
    const { error, code } = (response ?? {}) as { error?: string; code?: string }
    reject(new ApiError('refused', typeof error === 'string' ? error : '', { status, ...(code && { code }) }))
  })
  signal.addEventListener('abort', () => request.abort())
  const form = new FormData()
  form.set('path', folder)
  form.set('file', file, name)
  request.send(form)
  return promise
}
