import { refuse } from '../refusals.ts'

export const ROOT = 'root'

function requireId(id: string): string {
  if (/^[\w-]{1,200}$/.test(id)) return id
  throw refuse('Google Drive has no such id. search_files and list_folder say which there are.')
}

export const filePath = (id: string, below = ''): string => `/files/${requireId(id)}${below}`

export const folderOrRoot = (id: string | null): string => (id === null ? ROOT : requireId(id))
