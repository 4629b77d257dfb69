/** A file that was chosen, by its path below the target; `file` is null for a folder with nothing in it. */
export type Picked = { path: string; file: File | null }

export function pickedFrom(files: FileList): Picked[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** The dropped files, including all files in dropped folders. */
export async function readDrop(transfer: DataTransfer): Promise<Picked[]> {
  // The entries are there only while the event is being heard.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const entries = items.map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile())
  const found = await Promise.all(
    entries.map((entry) => {
      if (entry instanceof File) return [{ path: entry.name, file: entry }]
      return entry ? walk(entry, entry.name) : []
    }),
  )
  return found.flat()
}

async function walk(entry: FileSystemEntry, path: string): Promise<Picked[]> {
  if (isFile(entry)) return [{ path, file: await new Promise((done, fail) => entry.file(done, fail)) }]
  if (!isFolder(entry)) return []
  const children = await readAll(entry.createReader())
  if (children.length === 0) return [{ path, file: null }]
  return (await Promise.all(children.map((child) => walk(child, `${path}/${child.name}`)))).flat()
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A reader answers a hundred at a time, and nothing once it is through. */
async function readAll(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (some.length === 0) return all
    all.push(...some)
  }
}
