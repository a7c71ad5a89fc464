// Tests the service key command.
import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { isServiceKey } from '../../auth/administration/owners.ts'
import { openTokenKeys } from '../../auth/keys.ts'
import { newKey } from '../../foundation/seal.ts'
import { runServiceKeyCommand } from './service-keys.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T12:00:00Z')
const keys = await openTokenKeys(db, newKey(), 'https://mailferry.example/auth/v1', () => now)
const order = (...words: string[]) => runServiceKeyCommand({ db, now, keys: async () => keys }, words)

test('a key is created, shown once, listed without its secret, and revoked', async () => {
  expect(await order('list')).toContain('There is no key')
  const said = await order('30')
  const [token = ''] = said.split('\n')
  const { claims, isOurs } = await keys.verify(token, now)
  expect({ isOurs, claims }).toMatchObject({
    isOurs: true,
    claims: {
      iss: 'https://mailferry.example/auth/v1',
      role: 'service_role',
      iat: now.getTime() / 1000,
      exp: now.getTime() / 1000 + 30 * 86_400,
    },
  })
  const id = String(claims['jti'])
  expect(said).toContain(`npm run admin -- service-key revoke ${id}`)
  expect(await order('list')).toBe(`${id} · made 2026-11-22 · works until 2026-12-22`)
  expect(await isServiceKey(db, id, now)).toBe(true)
  expect(await order('revoke', id)).toBe(`The key ${id} no longer works.`)
  expect(await isServiceKey(db, id, now)).toBe(false)
  expect(await order('list')).toBe(`${id} · made 2026-11-22 · revoked 2026-11-22`)
  await expect(order('revoke', id)).rejects.toThrow('There is no key')
})

test('a command that fails says what to do instead', async () => {
  for (const days of ['0', '3651', '-1', '1.5', 'make']) await expect(order(days)).rejects.toThrow('A key lasts 1 to 3650 days.')
  for (const id of [[], ['nonsense']]) await expect(order('revoke', ...id)).rejects.toThrow('Say which')
  expect(await order()).toContain('It works until 2027-02-20.')
})
