// Tests that only tokens which we signed are taken for a session of ours.
import { generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { foreignClaims, trustedKey } from '../../test/trusted-key.ts'
import { newId, newKey } from '../foundation/seal.ts'
import { openSessionCheck } from './check.ts'
import { openTokenKeys } from './keys.ts'

const { db } = await testDatabase()
const now = () => new Date()
const { publicKey, privateKey } = await generateKeyPair('ES256')
const foreign = await trustedKey('foreign', publicKey)
const keys = await openTokenKeys(db, newKey(), 'http://localhost/auth/v1', now, [foreign])
const { verifySession } = openSessionCheck(db, keys, now)

test('the holder of a trusted key cannot act in a session of somebody who used a second factor', async () => {
  const [userId, sessionId, at] = [newId(now()), newId(now()), now()]
  const times = { created_at: at, updated_at: at }
  await db
    .insertInto('users')
    .values({ id: userId, user_metadata: '{}', app_metadata: '{}', is_anonymous: false, ...times })
    .execute()
  const session = { id: sessionId, user_id: userId, aal: 'aal2' as const, amr: '[]', created_at: at, refreshed_at: at }
  await db.insertInto('sessions').values(session).execute()
  const claims = { sub: userId, session_id: sessionId, role: 'authenticated', aal: 'aal2' }
  const seconds = Math.floor(at.getTime() / 1000)
  expect(await verifySession(await keys.sign(claims, seconds, seconds + 60))).toMatchObject({ userId, hasSecondStep: true })
  const forged = await new SignJWT({ ...foreignClaims, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'foreign' })
    .setExpirationTime('1m')
    .sign(privateKey)
  expect(await verifySession(forged)).toBeNull()
})
