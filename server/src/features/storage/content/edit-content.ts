import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../../organizations/context.ts'
import { type Actor, reachFile } from '../access.ts'
import type { Listed } from '../present.ts'
import { changeContent } from './change-content.ts'
import { showContent } from './show-content.ts'

export type Edit = { path: string; old_text: string; new_text: string; replace_all: boolean }

const MOST_LINES_NAMED = 20

/** Puts one text in the place of another that stands in the file, and in no file that was changed meanwhile. */
export async function editContent(
  ctx: OrgContext,
  { path, old_text, new_text, replace_all }: Edit,
  actor: Actor,
): Promise<{ entry: Listed; lines: number[] }> {
  await reachFile(ctx, actor, path, 'write')
  const { content, modified_at } = await showContent(ctx, path, actor)
  const [from, to] = inEndingsOf(content, [old_text, new_text])
  if (from === to) throw new AppError('bad_request', 'The old and the new text are the same')
  const lines = linesWith(content, from)
  if (lines.length === 0)
    throw new AppError('unprocessable', 'The old text does not stand in the file; it must match to the letter')
  if (lines.length > 1 && !replace_all)
    throw new AppError('unprocessable', `The old text stands in the file ${lines.length} times, in ${named(lines)}`)
  const entry = await changeContent(ctx, { path, content: content.split(from).join(to), modified_at }, actor)
  return { entry, lines }
}

/** Whoever reads a file by lines does not see how they end. */
function inEndingsOf(content: string, [from, to]: [string, string]): [string, string] {
  const isWindows = content.includes('\r\n') && !/(?<!\r)\n/.test(content)
  if (!isWindows) return [from, to]
  const ended = (text: string) => text.replaceAll(/\r?\n/g, '\r\n')
  return [ended(from), ended(to)]
}

/** In which lines a text begins, once for each time that it stands there. */
function linesWith(content: string, text: string): number[] {
  const lines: number[] = []
  let line = 1
  let counted = 0
  for (let at = content.indexOf(text); at >= 0; at = content.indexOf(text, at + text.length)) {
    line += content.slice(counted, at).split('\n').length - 1
    counted = at
    lines.push(line)
  }
  return lines
}

function named(lines: readonly number[]): string {
  const shown = lines.slice(0, MOST_LINES_NAMED).join(', ')
  return lines.length > MOST_LINES_NAMED ? `lines ${shown} and more` : `lines ${shown}`
}
