import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkDocs } from './check-docs.ts'
import { plant, type Tree } from './layers/fixture-tree.ts'

const documented: Tree = {
  'package.json': JSON.stringify({ scripts: { bench: 'node bench.ts', start: 'node start.ts' } }),
  'server/src/features/runs/execute-run.ts': `/** See docs/runs.md. */\nexport const executeRun = (RUN_LEASE: number, run_leases: string) => [RUN_LEASE, run_leases]`,
  'bench/reads.ts': `export const reads = 1`,
  'docs/picture.png': '',
  'docs/runs.md': [
    '# Runs: who works on them?',
    '`executeRun` in `runs/execute-run.ts` (`execute-run.ts`, `server/src/features/runs/`) writes `run_leases`.',
    'See [itself](#runs-who-works-on-them), [the entry](../README.md) and [a site](https://example.com/nothing.md).',
    '`RUN_LEASE`, `npm run bench -- reads`, `GET /api/x`, `{BASE_URL}/login`, `~/.config`, `true`.',
    '```',
    'nothing/here.ts `missingName` [x](missing.md)',
    '```',
  ].join('\n'),
  'README.md': '# A program\n![A picture](docs/picture.png) and [runs](docs/runs.md#runs-who-works-on-them)',
}

const mistakesOf = (tree: Tree) =>
  checkDocs(plant({ ...documented, ...tree })).mistakes.map(
    ({ file, line, sentence }) => `${file}:${line}  ${sentence}`,
  )

test('documents that name only what exists have no mistake', () => {
  expect(mistakesOf({})).toEqual([])
})

test.for<[name: string, text: string, sentence: string]>([
  ['link', '[gone](gone.md)', 'links to gone.md, which does not exist.'],
  ['picture', '![gone](gone.png)', 'links to gone.png, which does not exist.'],
  ['heading', '[gone](runs.md#gone)', 'links to runs.md#gone, but docs/runs.md has no such heading.'],
  ['file', '`runs/cancel-run.ts`', 'names runs/cancel-run.ts, which does not exist.'],
  ['folder', '`server/src/walk/`', 'names the folder server/src/walk/, which does not exist.'],
  ['function', '`cancelRun()`', 'names cancelRun(), which occurs nowhere in the code.'],
  ['column', '`run_payloads`', 'names run_payloads, which occurs nowhere in the code.'],
  ['variable', '`RUN_STEPS`', 'names RUN_STEPS, which occurs nowhere in the code.'],
  ['script', '`npm run deploy`', 'names npm run deploy, which package.json does not have.'],
  ['bench', 'npm run bench -- writes', 'names the bench writes, which does not exist.'],
])('a %s that does not exist is found', ([, text, sentence]) => {
  expect(mistakesOf({ 'docs/parts.md': `# Parts\n\n${text}` })).toEqual([`docs/parts.md:3  ${sentence}`])
})

test('a comment that names a missing document, or a decision by number, is found', () => {
  const file = 'server/src/features/runs/control/stop-run.ts'
  expect(mistakesOf({ [file]: `// docs/gone.md\n/** Fenced (decision 7). */\nexport const a = 1` })).toEqual([
    `${file}:1  names docs/gone.md, which does not exist.`,
    `${file}:2  names a decision by number: name its document.`,
  ])
})

test('a feature that the tree of the architecture leaves out is found', () => {
  const tree = (features: string) => mistakesOf({ 'ARCHITECTURE.md': `# Architecture\n\`\`\`\n${features}\n\`\`\`` })
  expect(tree('users storage inbox logs runs')).toEqual([])
  expect(tree('users storage inbox runs')).toEqual(['ARCHITECTURE.md:1  does not name the feature logs.'])
})

test('the command fails with the place of each mistake, and the repository has none', () => {
  const script = fileURLToPath(new URL('check-docs.ts', import.meta.url))
  const run = (root: string) => spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  const planted = run(plant({ ...documented, 'README.md': '[gone](gone.md)' }))
  expect([planted.status, planted.stdout]).toEqual([1, 'README.md:1  links to gone.md, which does not exist.\n'])
  const repository = run(fileURLToPath(new URL('..', import.meta.url)))
  expect([repository.stdout, repository.status]).toEqual([expect.stringContaining('nothing that is missing'), 0])
})
