import { ExactFindings, SemanticFindings, StorageQuery } from '#contracts/storage-search.ts'
import { route } from '#platform/route.ts'
import { searchExactly } from './exact-search.ts'
import { searchSemantically } from './semantic-search.ts'

const storage = '/api/organizations/:organization_id/storage'

export const routes = [
  route({
    method: 'GET',
    path: `${storage}/search`,
    caller: 'member',
    summary: 'Files whose text has these very characters',
    query: StorageQuery,
    output: ExactFindings,
    serve: (ctx, { query }) => searchExactly(ctx, query, null),
  }),
  route({
    method: 'GET',
    path: `${storage}/semantic-search`,
    caller: 'member',
    summary: 'Passages of documents that are about this',
    query: StorageQuery,
    output: SemanticFindings,
    serve: (ctx, { query }) => searchSemantically(ctx, query, null),
  }),
]
