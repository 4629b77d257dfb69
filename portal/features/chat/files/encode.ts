import type { Attachment, InboundAttachment } from '#contracts/conversations.ts'

/** The type of a file whose type the browser does not know. */
const anyType = 'application/octet-stream'

export async function encodeFile(file: File): Promise<InboundAttachment> {
  const url = await dataUrlOf(file)
  return {
    name: file.name,
    mime_type: file.type || anyType,
    size: file.size,
    data: url.slice(url.indexOf(',') + 1),
  }
}

function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

/** Files that were sent before, to be sent again. */
export function fetchFiles(attachments: readonly Attachment[]): Promise<File[]> {
  return Promise.all(
    attachments.map(async ({ name, mime_type, url }) => {
      const response = await fetch(url, { credentials: 'same-origin' })
      if (!response.ok) throw new TypeError(`${response.status} for ${url}`)
      return new File([await response.blob()], name, { type: mime_type })
    }),
  )
}
