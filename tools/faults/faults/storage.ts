import type { Fault } from '../fault.ts'

export const storageFaults: readonly Fault[] = [
  {
    file: 'server/src/features/search/indexing/extract/chunk.ts',
    find: `if (taken.length > 0) close()`,
    replace: `if (taken.length > 1) close()`,
    tests: 'server/src/features/search/indexing/extract/chunk.test.ts',
    what: 'the last line of a document is not searched (off by one)',
  },
  {
    file: 'server/src/features/search/exact/match-text.ts',
    find: `at + target.length <= foldedEnd) yield`,
    replace: `at + target.length < foldedEnd) yield`,
    tests: 'server/src/features/search/search.test.ts',
    what: 'a word at the end of a line is not found (off by one)',
  },
  {
    file: 'server/src/features/storage/walk-tree.ts',
    find: `.filter(({ folder_id, name }) => !(folder_id === root && name === TRASH))`,
    replace: ``,
    tests: 'server/src/features/search/search.test.ts',
    what: 'a search finds what lies in the trash',
  },
  {
    file: 'server/src/features/storage/content/change-content.ts',
    find: `{ hold: true })
    await findUnchanged(ctx, change, actor)`,
    replace: `{ hold: true })`,
    tests: 'server/src/features/storage/content/content.test.ts',
    what: 'of two editors who save at once the second overwrites the first',
  },
  {
    file: 'server/src/features/storage/open-link.ts',
    find: `and(eq(storageLinks.token_hash, hashSecret(token)), gt(storageLinks.expires_at, ctx.now()))`,
    replace: `eq(storageLinks.token_hash, hashSecret(token))`,
    tests: 'server/src/features/storage/links/links.test.ts',
    what: 'a temporary link opens its file for ever',
  },
  {
    file: 'server/src/features/storage/access.ts',
    find: `if (needed === 'write' && access.permission === 'read')`,
    replace: `if (needed === 'read' && access.permission === 'write')`,
    tests: 'server/src/features/storage/tools/permissions.test.ts',
    what: 'a teammate writes into a folder that is shared with it for reading',
  },
  {
    file: 'server/src/features/storage/access.ts',
    find: `one.from_parent : one.permission === 'write'`,
    replace: `one.from_parent : one.permission === 'read'`,
    tests: 'server/src/features/storage/sharing/share-folder.test.ts',
    what: 'of two permissions for a folder the weaker one counts',
  },
  {
    file: 'server/src/features/storage/sharing/share-folder.ts',
    find: `if (!parent || !(await permissionAt(ctx, teammate, { entry: parent, line: above, path: '' }))) return`,
    replace: `if (!parent || !permissionAt(ctx, teammate, { entry: parent, line: above, path: '' })) return`,
    tests: 'server/src/features/storage/sharing/share-folder.test.ts',
    what: 'no folder can be shared, because each seems to be shared from above (a missing await)',
  },
  {
    file: 'server/src/features/storage/claim-document.ts',
    find: `and(isDocument({ organization_id, entry_id }), eq(storageDocuments.lease_id, lease_id))`,
    replace: `isDocument({ organization_id, entry_id })`,
    tests: 'server/src/features/search/indexing/claim-document.db.test.ts',
    what: 'an indexer that lost a document writes over what its successor wrote',
  },
  {
    file: 'server/src/features/storage/claim-document.ts',
    find: `if (claim.attempts >= MAX_ATTEMPTS)`,
    replace: `if (claim.attempts < 0)`,
    tests: 'server/src/features/search/indexing/claim-document.db.test.ts',
    what: 'a document that kills its indexer is indexed again and again (a retry without a bound)',
  },
  {
    file: 'server/src/features/search/terms/fold-text.ts',
    find: `      .toUpperCase()
`,
    replace: ``,
    tests: 'server/src/features/search/scripts.db.test.ts',
    what: '"Strasse" does not find "Straße"',
  },
  {
    file: 'server/src/features/search/indexing/index-waiting.ts',
    find: `(await claimDocument(ctx, last)) ?? (await claimOutdated(ctx, INDEX_VERSION, last))`,
    replace: `(await claimOutdated(ctx, INDEX_VERSION, last)) ?? (await claimDocument(ctx, last))`,
    tests: 'server/src/features/search/indexing/refresh.db.test.ts',
    what: 'an upload waits until all documents of an older version are refreshed',
  },
  {
    file: 'server/src/features/search/indexing/index-document.ts',
    find: `if (claim.state === 'indexing') await announceDocument(own, claim.entry_id)`,
    replace: `await announceDocument(own, claim.entry_id)`,
    tests: 'server/src/features/search/indexing/refresh.db.test.ts',
    what: 'each refreshed document is announced to everybody who looks at its folder',
  },
  {
    file: 'server/src/features/search/exact/exact-search.ts',
    find: `(!indexed || indexed.waiting.has(id))`,
    replace: `!indexed`,
    tests: 'server/src/features/search/exact/exact-search.db.test.ts',
    what: 'a file that becomes indexed while it is searched for is missed (a race)',
  },
]
