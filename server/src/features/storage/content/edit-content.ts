import { MAX_FILE_BYTES } from '#contracts/file-types.ts'
import { AppError } from '#platform/error.ts'
import { fieldError } from '#platform/http/errors.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, requireFile } from '../access.ts'
import type { Listed } from '../present.ts'
import { changeContent } from './change-content.ts'
import { countPlaces, endAsOnWindows, endsAsOnWindows, replacePlaces } from './replace-places.ts'
import { showContent } from './show-content.ts'
import { tooLarge } from './stage-text.ts'

export type Edit = { path: string; old_text: string; new_text: string; replace_all: boolean }

const MAX_NAMED_LINES = 20
const MAX_LINES_LISTED = 50

/**
 * Puts one text in the place of another that is in the file, and in no file that was changed meanwhile. Tells how often,
 * and in which lines the first times.
 */
export async function editContent(
  ctx: OrgContext,
  { path, old_text, new_text, replace_all }: Edit,
  actor: Actor,
): Promise<{ entry: Listed; replaced: number; lines: number[] }> {
  await requireFile(ctx, actor, path, 'write')
  if (new_text.length > MAX_FILE_BYTES) throw tooLarge()
  const { content, modified_at } = await showContent(ctx, path, actor)
  const [from, to] = await inEndingsOf(content, [old_text, new_text])
  if (from === to) throw fieldError('new_text', 'The old and the new text are the same')
  const { count, lines } = await countPlaces(content, from, MAX_LINES_LISTED)
  if (count === 0)
    throw new AppError('unprocessable', 'The old text does not stand in the file; it must match to the letter')
  if (count > 1 && !replace_all)
    throw new AppError('unprocessable', `The old text occurs ${count} times in the file, in ${named(lines)}`)
  const bytes = Buffer.byteLength(content) + count * (Buffer.byteLength(to) - Buffer.byteLength(from))
  if (bytes > MAX_FILE_BYTES) throw tooLarge()
  const changed = await replacePlaces(content, from, to)
  const entry = await changeContent(ctx, { path, content: changed, modified_at }, actor)
  return { entry, replaced: count, lines }
}

/** Anyone who reads a file by lines does not see how they end. */
async function inEndingsOf(content: string, [from, to]: [string, string]): Promise<[string, string]> {
  // Of a text that is longer than the file, nothing is found.
  if (from.length > content.length || !(await endsAsOnWindows(content))) return [from, to]
  return [await endAsOnWindows(from), await endAsOnWindows(to)]
}

function named(lines: readonly number[]): string {
  const shown = lines.slice(0, MAX_NAMED_LINES).join(', ')
  return lines.length > MAX_NAMED_LINES ? `lines ${shown} and more` : `lines ${shown}`
}
