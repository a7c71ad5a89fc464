// Tests that after a new password what was added lately is offered for removal, all of it unless its owner keeps it.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { stageScreen } from '../app/stage-screen.fixture.tsx'
import { makeKey, storeSession } from '../auth/session.fixture.ts'
import { RecentAccess } from './RecentAccess.tsx'

const signer = await makeKey('ES256', 'a')
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const id = (n: number) => `01990000-0000-7000-8000-00000000000${n}`
const [today, longAgo, never] = ['2026-11-26T09:00:00.000Z', '2026-01-02T09:00:00.000Z', '2099-01-01T00:00:00.000Z']
const phone = (n: number, name: string, createdAt: string) => ({
  ...{ id: id(n), name, createdAt, phone: '15550101000', state: 'linked', windowOpenUntil: null, pausedUntil: null },
  ...{ rights: 'reply', fallback: null, unreachableSince: null },
})
const key = {
  id: id(3),
  name: 'Script',
  prefix: 'mf_ab',
  scope: 'read',
  createdAt: today,
  expiresAt: never,
  lastUsedAt: null,
  revokedAt: null,
}
const device = { id: id(4), endpointHash: 'ab', device: { browser: 'Firefox', system: 'Linux' }, createdAt: today }

async function open(phones: object[], keys: object[], devices: object[]) {
  vi.setSystemTime(new Date('2026-11-26T12:00:00Z'))
  await storeSession(1000, signer)
  const onDone = vi.fn<() => void>()
  const { requests } = await stageScreen({
    catalogs: ['account'],
    at: '/',
    routes: { '/': <RecentAccess onDone={onDone} /> },
    responses: {
      'GET /auth/v1/.well-known/jwks.json': () => ({ keys: [signer.jwk] }),
      'GET /rest/v1/user_roles': () => [],
      'GET /api/destinations': () => ({ items: phones, next: null }),
      'GET /api/keys': () => ({ items: keys, next: null }),
      'GET /api/push-subscriptions': () => ({ items: devices, next: null, publicKey: 'k' }),
      [`DELETE /api/destinations/${id(1)}`]: () => ({}),
      [`DELETE /api/keys/${id(3)}`]: () => ({}),
      [`DELETE /api/push-subscriptions/${id(4)}`]: () => ({}),
    },
  })
  return { onDone, removed: () => requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path) }
}

test('a phone, a key and a device of the last days are marked and removed; what was kept and what is older stays', async () => {
  const { onDone, removed } = await open([phone(1, 'Not mine', today), phone(2, 'My old one', longAgo)], [key], [device])
  await expect.element(page.getByRole('checkbox', { name: /Not mine/ })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: /Firefox, Linux/ })).toBeChecked()
  expect(page.getByText('My old one').query()).toBeNull()
  await page.getByRole('checkbox', { name: /Script/ }).click()
  await page.getByRole('button', { name: 'Remove selected' }).click()
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(removed().toSorted()).toEqual([`/api/destinations/${id(1)}`, `/api/push-subscriptions/${id(4)}`])
})

test('nobody is asked when nothing was added lately', async () => {
  const { onDone, removed } = await open([phone(2, 'My old one', longAgo)], [], [])
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(removed()).toEqual([])
})
