import { ChangeContent, CreateContent, EntryQuery, FileContent, SavedContent } from '#contracts/storage.ts'
import { Reply, route } from '#platform/route.ts'
import { presentSaved } from '../present.ts'
import { changeContent } from './change-content.ts'
import { createContent } from './create-content.ts'
import { showContent } from './show-content.ts'

const content = '/api/organizations/:organization_id/storage/file/content'

export const routes = [
  route({
    method: 'GET',
    path: content,
    caller: 'member',
    summary: 'The text of a file',
    query: EntryQuery,
    output: FileContent,
    serve: (ctx, { query }) => showContent(ctx, query.path, null),
  }),
  route({
    method: 'POST',
    path: content,
    caller: 'member',
    summary: 'Make a text file, or a folder where the path ends with a slash',
    body: CreateContent,
    output: SavedContent,
    serve: async (ctx, { body }) => new Reply(presentSaved(await createContent(ctx, body, null)), { status: 201 }),
  }),
  route({
    method: 'PUT',
    path: content,
    caller: 'member',
    summary: 'Change the text of a file',
    body: ChangeContent,
    output: SavedContent,
    serve: async (ctx, { body }) => presentSaved(await changeContent(ctx, body, null)),
  }),
]
