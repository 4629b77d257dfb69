import { recreateCollection } from '#features/search/indexing/collection.ts'
import { createSetupLink, createSignInLink } from '#features/sign-in/operator-links.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'

/** What an operator asks for on the command line in place of a server's start. */
export type Task = { name: 'recreate collection' } | { name: 'setup link' } | { name: 'sign-in link'; email: string }

/** Answers with what the operator reads. */
export async function runTask(ctx: Context, task: Task): Promise<string> {
  switch (task.name) {
    case 'recreate collection': {
      // The next server to start indexes again.
      const count = await recreateCollection(ctx)
      return `The collection of vectors is made anew; ${count} documents wait to be indexed again.`
    }
    case 'setup link': {
      const text = await setupLinkText(ctx)
      if (text === '') throw new AppError('conflict', 'This server has users already: use --sign-in-link <e-mail>')
      return text
    }
    case 'sign-in link':
      return `For an hour and once, this signs ${task.email} in:\n\n  ${await createSignInLink(ctx, task.email)}\n`
  }
}

/** How to begin on a server that nobody uses yet; empty once someone does. */
export async function setupLinkText(ctx: Context): Promise<string> {
  const link = await createSetupLink(ctx)
  return link === null ? '' : `\n  Nobody uses this server yet. For an hour and once, this sets it up:\n\n  ${link}\n\n`
}
