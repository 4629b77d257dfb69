/** What a file is to a person, whatever its provider calls it. */
export const FILE_TYPES = [
  'folder',
  'document',
  'spreadsheet',
  'presentation',
  'pdf',
  'image',
  'text',
  'other',
] as const
export type FileType = (typeof FILE_TYPES)[number]

export type DriveFile = {
  id: string
  name: string
  type: FileType
  mime_type: string
  /** Null where the provider does not count any, as for documents of its own. */
  size: number | null
  created_at: string | null
  modified_at: string | null
  modified_by: string
  folder_id: string | null
  url: string
  is_shared: boolean
  /** The file for which it is in a folder. */
  shortcut_to: string | null
}

export type FilePage = { files: DriveFile[]; next_page: string | null; note?: string }
export type PageWanted = { limit: number; page_token?: string | undefined }

export type Wanted = PageWanted & {
  text?: string | undefined
  name?: string | undefined
  type?: FileType | undefined
  modified_after?: string | undefined
}

export const DRIVE_FORMATS = ['docx', 'xlsx', 'pptx', 'pdf', 'md', 'csv', 'txt'] as const
export type DriveFormat = (typeof DRIVE_FORMATS)[number]

/** Bytes with the extension that says what they are; `note` is what a reader must know of them. */
export type Content = { extension: string; note?: string; fetch: (most_bytes: number) => Promise<Buffer> }

/** `key` is the same for every try of one call, so that one thing comes of it. */
export type Made<T> = T & { key: string }

export type NewFolder = { folder_id: string | null; name: string }
export type NewFile = {
  folder_id: string | null
  name: string
  mime_type: string
  bytes: Buffer
  /** Otherwise a name that is taken is refused. */
  replace: boolean
}

export type Moved = { id: string; folder_id?: string | undefined; name?: string | undefined }
export type Shared = { id: string; role: 'reader' | 'writer' } & (
  | { email: string; notify: boolean; message: string | undefined }
  | { link: 'anyone' | 'organization' }
)

export type Permission = { who: string; role: string; is_inherited: boolean; url?: string }
export type PermissionPage = { permissions: Permission[]; next_page: string | null }

/** Someone's files at a provider. An id of null is the top folder. */
export type Drive = {
  search(wanted: Wanted): Promise<FilePage>
  list(folder_id: string | null, page: PageWanted): Promise<FilePage>
  find(id: string): Promise<DriveFile>
  /** Its text as well as it can be had, or in a format; without either as it is. Refused where it has no such form. */
  contentOf(file: DriveFile, form: 'text' | DriveFormat | null): Content
  createFolder(folder: Made<NewFolder>): Promise<DriveFile>
  upload(file: Made<NewFile>): Promise<DriveFile>
  move(moved: Moved): Promise<DriveFile>
  /** Null where the provider is still at it. */
  copy(copied: Made<Moved>): Promise<DriveFile | null>
  trash(id: string): Promise<void>
  /** The address of what was shared. */
  share(shared: Shared): Promise<string>
  permissions(id: string, page: PageWanted): Promise<PermissionPage>
}
