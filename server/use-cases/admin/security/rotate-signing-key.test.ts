// Tests that the command which rotates the signing key signs nobody out, on two hosts.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/database.ts'
import { openKeyRotation } from '../../../auth/key-rotation.ts'
import { openTokenKeys } from '../../../auth/keys.ts'
import { newKey } from '../../../foundation/seal.ts'
import { runRotateSigningKeyCommand } from './rotate-signing-key.ts'

const tokenMs = 3_600_000
const start = new Date('2026-11-26T10:00:00Z')

test('whoever is signed in stays so while requests go on, and the log has it', async () => {
  const { db } = await testDatabase()
  const [master, clock] = [newKey(), { at: start }]
  const now = () => clock.at
  const open = () => openTokenKeys(db, master, 'https://mailferry.example/auth/v1', now)
  const hosts = [await open(), await open()]
  const rotation = openKeyRotation({ db, master, now, tokenMs })
  const tokens: string[] = []
  const work = async (seconds: number) => {
    clock.at = new Date(start.getTime() + seconds * 1000)
    for (const host of hosts) {
      await host.ready()
      tokens.push(await host.sign({ sub: 'olga' }, clock.at.getTime() / 1000, (clock.at.getTime() + tokenMs) / 1000))
    }
    for (const token of tokens) for (const host of hosts) expect((await host.verify(token, clock.at)).claims.sub).toBe('olga')
  }
  await work(0)
  const said = await runRotateSigningKeyCommand({ db, now: clock.at, rotation }, [])
  await expect(runRotateSigningKeyCommand({ db, now: clock.at, rotation }, [])).rejects.toThrow('Wait 15 seconds')
  await expect(runRotateSigningKeyCommand({ db, now: clock.at, rotation }, ['now'])).rejects.toThrow('Usage')
  for (let seconds = 1; seconds <= 30; seconds++) await work(seconds)
  expect(new Set(tokens.map(kidOf)).size).toBe(2)
  expect(said).toContain(kidOf(tokens.at(-1) ?? ''))
  const logged = await db.selectFrom('activity_logs').select('action').execute()
  expect(logged).toEqual([{ action: 'admin.signing_key.rotated' }])
})

const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
