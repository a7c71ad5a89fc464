// Plays a few outages against two real hosts, and sees two planted bugs caught by the same faults.
import { expect, test } from 'vitest'
import { findPostgres } from '../../../scripts/machine.mjs'
import { findBugs, noticeBugs } from './planted.ts'
import { runOutages } from './suite.ts'

const minutes = 60_000
const brief = { kills: 0, seed: 7, people: 4, perSecond: 2 }

test.skipIf(!findPostgres())(
  'outages of Meta, of the database and of a host lose nothing and send nothing twice',
  { timeout: 10 * minutes },
  async () => {
    const found = await runOutages({ ...brief, faults: ['meta-no-tls-1m', 'database-terminates', 'kill@forward:decided'], scale: 0.5 })
    expect(found.sentences).toEqual([])
    expect(found).toMatchObject({ lost: 0, duplicates: 0 })
    expect(found.mails).toBeGreaterThan(15)
  },
)

test.skipIf(!findPostgres())('the same faults show bugs that are planted into both hosts', { timeout: 10 * minutes }, async () => {
  const planted = findBugs([
    'a handshake of TLS that never ended counts as a message that may have arrived',
    'a mail is kept without what is to be done with it',
  ])
  // One of them loses a mail for good, so that nothing is gained by waiting for it.
  expect(await noticeBugs(planted, { ...brief, quietMs: 12_000 })).toEqual(planted.map(bug => bug.name))
})
