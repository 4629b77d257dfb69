import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/src/features/**/table.ts',
  out: './server/migrations',
})
