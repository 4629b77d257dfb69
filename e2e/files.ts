import { crc32, deflateSync } from 'node:zlib'
import type { APIRequestContext } from 'playwright-core'
import { pdf, workbook } from '../server/src/testing/files/office-files.ts'

/** Files of every kind that the storage page shows, one that cannot be indexed, and something in the trash. */
export async function fillStorage(api: APIRequestContext, organization_id: string): Promise<void> {
  const storage = `/api/organizations/${organization_id}/storage`
  const ask = async (path: string, request: Promise<{ ok: () => boolean; text: () => Promise<string> }>) => {
    const answer = await request
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
  }
  const post = (path: string, data: object) => ask(path, api.post(`${storage}${path}`, { data }))
  const upload = (folder: string, name: string, buffer: Buffer) => {
    const file = { name, mimeType: 'application/octet-stream', buffer }
    return ask(name, api.post(`${storage}/upload`, { multipart: { path: folder, file } }))
  }
  for (const name of ['Marketing', 'Finance', 'Contracts']) await post('/folder', { name, path: '/' })
  await post('/folder', { name: '2026', path: 'Finance' })
  await upload('Finance', 'Budget.xlsx', await workbook({ Plan: sheet('Planned'), Actual: sheet('Spent') }))
  await upload('Contracts', 'Warehouse lease.pdf', pdf(['The lease of the warehouse', 'Signed in Hamburg']))
  await upload('Contracts', 'Scan.pdf', Buffer.from('%PDF-1.4 cut off by the scanner'))
  await upload('Marketing', 'Sky.png', picture(480, 300))
  await post('/file/content', { path: 'Marketing/Newsletter.md', content: '# Newsletter\n\nWhat is new in autumn.\n' })
  await post('/file/content', { path: 'Old ideas.md', content: '# Old ideas\n' })
  await ask('Old ideas.md', api.delete(`${storage}/file?path=${encodeURIComponent('Old ideas.md')}`))
}

const sheet = (what: string): [number, string[]][] => [
  [1, ['Month', what, 'Note']],
  [2, ['January', '1200', '']],
  [3, ['February', '980.5', 'new shelves']],
  [4, ['March', '1310', '']],
]

/** A PNG that fades from one blue to another. */
function picture(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows.set([90 + (y * 120) / height, 140 + (x * 80) / width, 220], y * (1 + width * 3) + 1 + x * 3)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
