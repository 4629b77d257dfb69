import { storageSearchEndpoints } from '#contracts/storage-search.ts'
import { route } from '#platform/route.ts'
import { searchExactly } from './exact/exact-search.ts'
import { searchSemantically } from './semantic/semantic-search.ts'
import { showDocumentText } from './show-document-text.ts'

export const routes = [
  route(storageSearchEndpoints.showDocumentText, {
    caller: 'member',
    serve: (ctx, { query }) => showDocumentText(ctx, query.path, null),
  }),
  route(storageSearchEndpoints.searchExactly, {
    caller: 'member',
    serve: (ctx, { query, http }) => searchExactly(ctx, query, null, http.signal),
  }),
  route(storageSearchEndpoints.searchSemantically, {
    caller: 'member',
    serve: (ctx, { query, http }) => searchSemantically(ctx, query, null, http.signal),
  }),
]
