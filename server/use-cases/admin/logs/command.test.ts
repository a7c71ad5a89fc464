// Tests `npm run admin -- log`: it prints the sums, fails on a finding, and makes new keys.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { openTestChain } from '../../../account/log-chain/chain.fixture.ts'
import { runLogCommand } from './command.ts'

const { db } = await testDatabase()
const chain = await openTestChain(db)
await chain.log(4)
await chain.seal()
const run = (...args: string[]) => runLogCommand(chain.deps, args)

test('an unchanged log is ok, also compared with a copy of its end', async () => {
  expect(await run('verify')).toBe('entries=4 checked=4 changed=0 missing=0 inserted=0 ok')
  const { hash } = await db.selectFrom('log_chain_ends').select('hash').executeTakeFirstOrThrow()
  expect(await run('verify', `4:${hash.toString('hex')}`)).toMatch(/ ok$/)
  await expect(run('verify', `4:${'0'.repeat(64)}`)).rejects.toThrow('changed=1 missing=0 inserted=0 FAILED\ncopy_differs position=4')
})

test('a new key is used from then on', async () => {
  chain.wait(1000)
  await chain.log(1)
  expect(await run('new-key')).toContain('New entries')
  await chain.log(1)
  await chain.seal()
  expect(await run('verify')).toMatch(/^entries=6 .* ok$/)
  expect(await db.selectFrom('log_chain').select('key_id').distinct().execute()).toHaveLength(2)
})

test('a changed log fails with the rows that differ, and a wrong command with what to do', async () => {
  const [id = ''] = await chain.readIds()
  await sql`update activity_logs set status = 'error' where id = ${id}`.execute(db)
  await expect(run('verify')).rejects.toThrow(`changed=1 missing=0 inserted=0 FAILED\nrow_changed position=1 row=${id} the row was changed`)
  for (const args of [[], ['look'], ['verify', 'x'], ['new-key', 'x']])
    await expect(run(...args)).rejects.toThrow('npm run admin -- log verify')
})
