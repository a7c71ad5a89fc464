// Tests a few of the hundred thousand forged and repeated webhooks, and that an endpoint which trusts too much is detected.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../database.ts'
import { seeded } from '../chance.ts'
import { attack, triedAll } from './attack.ts'
import { forge, forgeryKinds, honest, type Posted } from './forgeries.ts'
import { openTarget, requirePaused, type Target } from './target.ts'

const { db, url } = await testDatabase()
let target: Target
beforeAll(async () => {
  target = await openTarget(db, url, seeded(1))
})
afterAll(() => target.close())

test('no forged webhook is accepted, and a repeated one changes nothing', async () => {
  const found = await attack(target, { count: 1000, chance: seeded(2) })
  expect(found.sentences).toEqual([])
  await requirePaused(db)
  expect(found).toMatchObject({ posted: 1000, accepted: 0 })
  expect(found.replayed).toBeGreaterThan(target.webhooks.length)
  expect(triedAll(found, target)).toBe(true)
})

test('no forgery equals a genuine webhook, and each kind differs', () => {
  const chance = seeded(3)
  const original = target.webhooks[0] ?? ''
  const right = honest(original, 'secret')
  for (let i = 0; i < 2000; i++) {
    const { body, headers } = forge({ original, another: 'another', secret: 'secret', chance })
    expect([body, headers]).not.toEqual([right.body, right.headers])
  }
  expect(forgeryKinds.length).toBeGreaterThan(25)
})

test.each<[string, (posted: Posted) => boolean]>([
  ['takes any signature', ({ headers }) => 'x-hub-signature-256' in headers],
  [
    'compares the beginning alone',
    ({ body, headers }) =>
      honest(body, 'sandbox-secret').headers['x-hub-signature-256']?.startsWith(headers['x-hub-signature-256'] ?? 'none') ?? false,
  ],
  ['reads the body before it is signed', ({ body, headers }) => isSame(headers, honest(rewritten(body), 'sandbox-secret').headers)],
])('an endpoint that %s is detected', async (_, isTaken) => {
  const found = await attack({ ...target, post: async posted => (isTaken(posted) ? 200 : 401) }, { count: 700, chance: seeded(4) })
  expect(found.accepted).toBeGreaterThan(0)
})

test('an endpoint that processes repeats is detected', async () => {
  let calls = 0
  const forgetful = { ...target, post: async () => 401, fingerprint: async () => String(calls++) }
  expect((await attack(forgetful, { count: 100, chance: seeded(5) })).sentences).toContainEqual(expect.stringContaining('was changed'))
})

const isSame = (a: Record<string, string>, b: Record<string, string>) => a['x-hub-signature-256'] === b['x-hub-signature-256']

/** The received bytes that have the same meaning as these. */
function rewritten(body: string): string {
  return target.webhooks.find(one => plain(one) === plain(body)) ?? body
}

function plain(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}
