// Tests the rotation of signing keys on two hosts with one database.
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { insertServiceKey } from './administration/owners.ts'
import { openKeyRotation } from './key-rotation.ts'
import { openTokenKeys } from './keys.ts'

const tokenMs = 3_600_000
const start = new Date('2026-11-26T10:00:00Z')

async function twoHosts() {
  const { db } = await testDatabase()
  const master = newKey()
  const clock = { at: start }
  const now = () => clock.at
  const open = () => openTokenKeys(db, master, 'https://mailferry.example/auth/v1', now)
  const hosts = [await open(), await open()] as const
  const rotation = openKeyRotation({ db, master, now, tokenMs })
  const sign = async (host: 0 | 1) => {
    await hosts[host].ready()
    return hosts[host].sign({ sub: 'olga' }, clock.at.getTime() / 1000, (clock.at.getTime() + tokenMs) / 1000)
  }
  const kids = async (host: 0 | 1) => (await hosts[host].published()).map(key => key.kid)
  return { db, clock, hosts, rotation, sign, kids, rotate: () => db.transaction().execute(tx => rotation.rotate(tx)) }
}

const kidOf = (token: string): unknown => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
const after = (ms: number) => new Date(start.getTime() + ms)

test('a new key is published at once, signs once every host knows it, and the old one goes after its last token', async () => {
  const { clock, hosts, rotation, sign, kids, rotate } = await twoHosts()
  const before = await sign(0)
  const rotated = await rotate()
  clock.at = after(4_000)
  expect(await kids(1)).toHaveLength(2)
  expect(kidOf(await sign(1))).toBe(rotated?.previous)
  clock.at = after(16_000)
  const fresh = await sign(0)
  expect(kidOf(fresh)).toBe(rotated?.kid)
  for (const host of hosts) for (const token of [before, fresh]) expect((await host.verify(token, clock.at)).claims.sub).toBe('olga')
  const retiresAt = (await rotation.list()).find(key => key.kid === rotated?.previous)?.retiresAt
  clock.at = new Date((retiresAt?.getTime() ?? 0) - 1)
  expect(await rotation.sweep()).toBe(0)
  clock.at = new Date((retiresAt?.getTime() ?? 0) + 4_000)
  expect(await rotation.sweep()).toBe(1)
  expect(await kids(0)).toEqual([rotated?.kid])
  expect(await kids(1)).toEqual([rotated?.kid])
})

test('of two rotations at the same time one is refused, and none is possible while a key waits', async () => {
  const { clock, rotation, rotate } = await twoHosts()
  const results = await Promise.all([rotate(), rotate()])
  expect(results.filter(result => result !== null)).toHaveLength(1)
  expect(await rotate()).toBeNull()
  clock.at = after(15_001)
  expect(await rotate()).not.toBeNull()
  expect((await rotation.list()).map(key => key.state)).toEqual(['next', 'signing', 'verifying'])
})

test('a service key keeps the key that signed it, until it is revoked', async () => {
  const { db, clock, rotation, rotate } = await twoHosts()
  const id = newId(start)
  await insertServiceKey(db, { id, created_at: start, expires_at: after(90 * 86_400_000) })
  await rotate()
  clock.at = after(86_400_000)
  expect(await rotation.sweep()).toBe(0)
  await db.updateTable('service_keys').set({ revoked_at: clock.at }).where('id', '=', id).execute()
  expect(await rotation.sweep()).toBe(1)
})

test('planted: a host that signs with a new key at once is refused by one that does not know it yet', async () => {
  const { db, clock, hosts, rotate, sign, kids } = await twoHosts()
  clock.at = after(10_000)
  await kids(1)
  await rotate()
  await db.updateTable('signing_keys').set({ signs_at: clock.at }).where('signs_at', '>', clock.at).execute()
  // The first host has not looked for longer than the second one.
  await expect(hosts[1].verify(await sign(0), clock.at)).rejects.toThrow(/unrecognized JWT kid/)
})
