import { z } from 'zod'
import { key, url } from './values.ts'

const UNREADABLE = 'must be an address, with the special characters of its password percent-encoded'

export const data = {
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: 'must start with postgres://', abort: true })
    .refine(URL.canParse, UNREADABLE)
    .optional()
    .meta({
      description:
        'PostgreSQL 15 or newer with `pg_trgm` and `btree_gin`; with pgvector for semantic search, 0.8 or newer where organizations are large.',
      fallback: 'an embedded PostgreSQL below `DATA_DIR`',
    }),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(16)
    .describe('Connections to PostgreSQL that a process may have. The embedded database has one.'),
  DATABASE_TIMEOUT: z.coerce
    .number()
    .positive()
    .default(10)
    .describe(
      'Seconds that a connection to PostgreSQL may take, and a statement before PostgreSQL is asked whether it still works on it.',
    ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, { error: 'must start with redis://', abort: true })
    .refine(URL.canParse, UNREADABLE)
    .optional()
    .describe(
      'Redis or Valkey, which several processes need to push to browsers, to count rates together and to do a repeated request once.',
    ),
  S3_BUCKET: z.string().optional().meta({
    description:
      'A bucket for files, which the key may list, read, write and delete. It needs `S3_ENDPOINT` and both keys.',
    fallback: 'files on disk below `DATA_DIR`',
  }),
  S3_ENDPOINT: url.optional().describe('The address of the object store.'),
  S3_REGION: z.string().default('auto').describe('Its region.'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('The key to it.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of that key.'),
  ENCRYPTION_KEY: key.optional().meta({
    description: 'Seals stored secrets: 32 bytes, hex or base64 (`openssl rand -hex 32`).',
    fallback: 'one made below `DATA_DIR`; required in production',
  }),
  SESSION_SECRET: key.optional().meta({
    description: 'Signs cookies, tokens and links: 32 bytes, hex or base64.',
    fallback: 'one made below `DATA_DIR`; required in production',
  }),
  OBJECT_STORE_ENCRYPTION_KEY: key
    .optional()
    .describe('Encrypts files that are stored from then on: 32 bytes, hex or base64. Earlier ones stay readable.'),
  AUDIT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(365)
    .describe('Days after which entries of the audit log are deleted.'),
  RUN_PAYLOAD_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(90)
    .describe('Days after its end for which a run keeps what its steps worked with, and its files.'),
}
