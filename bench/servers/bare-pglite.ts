// The floor of the embedded server's memory: PGlite alone, on the directory of a server that has stopped.
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { vector } from '@electric-sql/pglite-pgvector'

const db = await PGlite.create(process.argv[2], { extensions: { vector, pg_trgm, btree_gin } })
await db.query('select count(*) from runs')
process.stdout.write('ready\n')
setInterval(() => undefined, 60_000)
