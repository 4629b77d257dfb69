import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { openDiskObjects } from '#platform/blobs/disk.ts'
import { plainBlobs } from '#platform/blobs/plain.ts'
import { ownTestApp } from '#testing/app.ts'
import { settled } from '#testing/storage/documents.ts'
import { givenSkills, skillText } from '#testing/storage/skills.ts'
import { scratchDirectory } from '#testing/suite/scratch.ts'

const objects = await openDiskObjects(scratchDirectory())
let fault: 'refused' | 'broken off' | null = null
let opened = 0
const failing = () => ({
  plain: plainBlobs({
    ...objects,
    open: async (key) => {
      opened++
      if (fault === 'refused') throw new Error('connect ECONNREFUSED')
      if (fault === 'broken off') return Readable.from(brokenOff())
      return objects.open(key)
    },
  }),
  sealed: null,
})

async function* brokenOff(): AsyncGenerator<Buffer> {
  yield Buffer.from('---\nname:')
  throw new Error('read ECONNRESET')
}

const app = await ownTestApp({ ports: { files: failing } })

test.each(['refused', 'broken off'] as const)(
  'with a store that is away (%s) a teammate answers, asks it for few skills, and has all of them later',
  async (how) => {
    await using given = await givenSkills(app)
    for (let n = 10; n < 30; n++) await given.write(`s${n}`, skillText(`s${n}`, `${how} ${n}`))
    // Indexing asks for them too.
    for (let n = 10; n < 30; n++) await settled(given.storage, `team/skills/s${n}/SKILL.md`)
    opened = 0
    fault = how
    const { tools, system } = await given.modelInput()
    expect(tools).toContain('skill')
    expect(system).toContain('None can be used at the moment.')
    expect(opened).toBe(8)
    expect(new Set((await given.show()).skills.map(({ problem }: { problem: string }) => problem))).toEqual(
      new Set(['unreadable']),
    )
    fault = null
    expect((await given.modelInput()).system).toContain(`- s29: ${how} 29`)
  },
)
