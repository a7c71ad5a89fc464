// Tests that API keys are made and accepted only while the user's plan includes them.
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { selfHosted } from '../../../core/plans/plans.ts'
import { testDatabase } from '../../../test/database.ts'
import { newId } from '../../foundation/seal.ts'
import { loadWords } from '../../foundation/words.ts'
import { openKeyCheck } from './check.ts'
import { keyHandlers } from './handlers.ts'

const { db } = await testDatabase()
const now = new Date('2026-11-22T10:00:00Z')
let limits = selfHosted.limits
const limitsOf = async () => limits
const { add } = keyHandlers({
  ...{ db, now: () => now, t: loadWords().of('keys'), limitsOf },
  requireProof: async () => undefined,
  notify: async () => undefined,
  wake: () => undefined,
})
const verify = openKeyCheck(db, () => now, limitsOf)

test('without API keys in the plan none is made and none is accepted, and with them an old one works again', async () => {
  const userId = newId(now)
  const user = { id: userId, is_anonymous: false, user_metadata: '{}', app_metadata: '{}', created_at: now, updated_at: now }
  await db.insertInto('users').values(user).execute()
  const request = { ip: '127.0.0.1', headers: {} } as FastifyRequest
  const body = { name: 'Home', scope: 'read', expiry: { days: 30 }, code: '123456' } as const
  const made = await add({ ...{ userId, sessionId: '', params: undefined, query: undefined, request }, body })
  expect(await verify(made.secret)).toMatchObject({ kind: 'key', userId })
  limits = { ...limits, apiKeys: false }
  expect(await verify(made.secret)).toEqual({ kind: 'beyond_plan' })
  await expect(add({ ...{ userId, sessionId: '', params: undefined, query: undefined, request }, body })).rejects.toMatchObject({
    ...{ status: 403, code: 'plan_limit' },
    message: expect.stringMatching(/plan doesn’t include API keys/),
  })
  limits = selfHosted.limits
  expect(await verify(made.secret)).toMatchObject({ kind: 'key', userId })
})
