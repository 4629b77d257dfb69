import { z } from 'zod'
import { MAX_FILE_BYTES, mimeTypeOf } from '#contracts/file-types.ts'
import { NewPath } from '#contracts/storage.ts'
import { faultOfName } from '#contracts/storage-names.ts'
import { createFairLimit } from '#platform/fair-limit.ts'
import { cleanText } from '../../connectors/clean-text.ts'
import { extractText } from '../../search/extract-text.ts'
import { presentSaved } from '../../storage/present.ts'
import { readFiles } from '../../storage/read-files.ts'
import { countFrom, filePath } from '../../storage/storage-tool.ts'
import { callKey } from '../requests/call-key.ts'
import { saveBytes } from '../requests/save-bytes.ts'
import { DRIVE_FORMATS, type DriveFile } from './drive.ts'
import { driveTool, fileId, folderId, newName, orTop, whole } from './drive-tool.ts'
import { endOf, GOOGLE } from './file-type.ts'
import { refuse } from './refusals.ts'

const MAX_CHARACTERS = 50_000
/** Whole files lie in memory while they are worked with. */
const turns = createFairLimit({ total: 4, perKey: 2, waitingPerKey: 32 })

const readFile = driveTool('read_file', {
  is_read_only: true,
  description:
    'Reads the text of a file of the drive: of documents, spreadsheets and presentations, of pdf and of text files. A long text is given in pieces: each says how to go on.',
  input: z.object({ file_id: fileId, offset: countFrom(0).describe('The first character to read') }),
  async call(drive, { file_id, offset }, { ctx, signal }) {
    const file = requireFile(await drive.find(file_id))
    const { extension, note, fetch } = drive.contentOf(file, 'text')
    const name = endOf(file.name) === extension ? file.name : `${file.name}.${extension}`
    const open = async () => {
      using turn = new DisposableStack()
      turn.use(await turns.enter(ctx.organization.id, signal))
      const bytes = await fetch(MAX_FILE_BYTES)
      return Object.assign(turn.move(), { bytes })
    }
    const text = await extractText(ctx, { name, open }, signal)
    return [...(note ? [note] : []), pieceOf(name, text, offset)].join('\n')
  },
})

function pieceOf(name: string, text: string, offset: number): string {
  if (text === '') return `${name} has no text.`
  if (offset >= text.length) throw refuse(`The text of ${name} has only ${text.length} characters.`)
  const end = borderAt(text, offset + MAX_CHARACTERS)
  const piece = cleanText(text.slice(offset, end), MAX_CHARACTERS)
  const more = end < text.length ? `\n[More follows; go on with offset ${end}.]` : ''
  return `${name}, characters ${offset} to ${end} of ${text.length}\n${piece}${more}`
}

/** Here, or in front of the character that would be cut in two. */
const borderAt = (text: string, at: number): number =>
  at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : Math.min(at, text.length)

function requireFile(file: DriveFile): DriveFile {
  if (file.shortcut_to) throw refuse(`"${file.name}" is a shortcut to the file with the id ${file.shortcut_to}.`)
  if (file.type === 'folder') throw refuse(`"${file.name}" is a folder; list_folder says what lies in it.`)
  return file
}

const saveToStorage = driveTool('save_to_storage', {
  description:
    "Saves a file of the drive in the organization's storage, and makes the folders of its path. Documents of Google's own are converted, to docx, xlsx or pptx unless another format is asked for. At most 10 MB.",
  input: z.object({
    file_id: fileId,
    path: NewPath.describe(
      'Such as "Contracts/Lease.docx"; one that ends with a slash is a folder that takes it under its own name',
    ),
    format: z.enum(DRIVE_FORMATS).optional().describe('To convert it, where the service can'),
    overwrite: z.boolean().default(false),
  }),
  async call(drive, { file_id, path: wanted, format, overwrite }, scope) {
    using _turn = await turns.enter(scope.ctx.organization.id, scope.signal)
    const file = requireFile(await drive.find(file_id))
    const { extension, note, fetch } = drive.contentOf(file, format ?? formatNamed(file, wanted.path) ?? null)
    const path = wanted.is_folder ? `${wanted.path}/${ownName(file.name, extension)}` : wanted.path
    const saved = await saveBytes(scope, path, () => fetch(MAX_FILE_BYTES), { must_be_new: !overwrite })
    return { ...presentSaved(saved), ...(note && { note }) }
  },
})

/** A document of Google's own becomes what its new name says. */
const formatNamed = ({ mime_type }: DriveFile, path: string) =>
  mime_type.startsWith(GOOGLE) ? DRIVE_FORMATS.find((format) => format === endOf(path)) : undefined

/** What it is called at the provider, as far as the storage can call it so. */
function ownName(name: string, extension: string): string {
  const plain = name.replaceAll(/[/\\]/g, '-').trim()
  const full = extension === '' || endOf(plain) === extension ? plain : `${plain}.${extension}`
  if (faultOfName(full)) throw refuse(`The storage cannot call a file "${name}". Give a path with a name.`)
  return full
}

const uploadFromStorage = driveTool('upload_from_storage', {
  description:
    "Copies a file of the organization's storage into a folder of the drive. Without a folder it goes into the top one. At most 10 MB.",
  input: z.object({
    path: filePath,
    folder_id: folderId,
    name: newName.optional().describe('Without it, as it is called in the storage'),
    replace: z.boolean().default(false).describe('Whether a file of this name there gets the new content'),
  }),
  async call(drive, input, scope) {
    const { path, folder_id, name, replace } = input
    using _turn = await turns.enter(scope.ctx.organization.id, scope.signal)
    const [stored] = await readFiles(scope, [path], MAX_FILE_BYTES)
    if (!stored) throw refuse('There is no such file.')
    const called = name ?? stored.name
    const file = {
      folder_id: orTop(folder_id),
      name: called,
      mime_type: mimeTypeOf(called),
      bytes: stored.bytes,
      replace,
      key: callKey(scope, input, stored.bytes),
    }
    return whole(await drive.upload(file))
  },
})

export const tools = [readFile, saveToStorage, uploadFromStorage]
