import { refuse } from '../refusals.ts'

/** As ids have been seen; none is made of dots alone, which would lead elsewhere. */
export const ITEM_ID = /^(?!\.+$)[\w!.~-]{1,200}$/

export type ItemId = { drive_id: string | null; item_id: string }

/** What others share lies in their drives: its id has that of the drive in front. */
export function itemId(id: string): ItemId {
  const parts = id.split('/')
  const [first = '', second] = parts
  if (parts.length > 2 || !parts.every((part) => ITEM_ID.test(part)))
    throw refuse('OneDrive has no such id. search_files and list_folder say which there are.')
  return second === undefined ? { drive_id: null, item_id: first } : { drive_id: first, item_id: second }
}

export const writtenId = (drive_id: string | null, item_id: string): string =>
  drive_id === null ? item_id : `${drive_id}/${item_id}`

export const driveOf = (id: string | null): string | null => (id === null ? null : itemId(id).drive_id)

/** Where an item lies in the API; null is the top of the account's own drive. */
export function itemPath(id: string | null): string {
  if (id === null || id === 'root') return '/me/drive/root'
  const { drive_id, item_id } = itemId(id)
  const item = `items/${encodeURIComponent(item_id)}`
  return drive_id === null ? `/me/drive/${item}` : `/drives/${encodeURIComponent(drive_id)}/${item}`
}

/** Where a child of this name lies, whether it is there or not. */
export const childPath = (folder_id: string | null, name: string): string =>
  `${itemPath(folder_id)}:/${encodeURIComponent(name)}`

/** A text within the quotes of a function's parameter, where a quote is written twice. */
export const quotedText = (text: string): string => `'${encodeURIComponent(text.replaceAll("'", "''"))}'`
