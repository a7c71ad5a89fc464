// Tests browser notifications: requested only on a click, a refusal is not an error, each browser can be removed.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PushSubscriptionLine } from '../../../../core/api/push.ts'
import { testSettings } from '../../queries/settings.fixture.ts'
import { type FakeResponse, stageScreen } from '../../stage-screen.fixture.tsx'
import type { BrowserPush } from './browser.ts'
import { PushCard } from './PushCard.tsx'

afterEach(() => vi.unstubAllGlobals())

const currentHash = 'a1'.repeat(32)
const subscriptionLine = (id: string, endpointHash: string, browser: string): PushSubscriptionLine => ({
  id,
  endpointHash,
  device: { browser, system: 'Android' },
  createdAt: '2026-11-20T10:00:00Z',
})
const thisBrowser = subscriptionLine('11111111-1111-4111-8111-111111111111', currentHash, 'Firefox')
const otherBrowser = subscriptionLine('22222222-2222-4222-8222-222222222222', 'b2'.repeat(32), 'Chrome')
const draft = { endpoint: 'https://push.example/1', keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }

async function open(
  overrides: Partial<BrowserPush> = {},
  subscriptions: PushSubscriptionLine[] = [],
  responses: Record<string, FakeResponse> = {},
) {
  const lines = [...subscriptions]
  let isOn = lines.includes(thisBrowser)
  const usedKeys: string[] = []
  const push: BrowserPush = {
    support: () => 'supported',
    currentHash: async () => (isOn ? currentHash : null),
    subscribe: async publicKey => {
      usedKeys.push(publicKey)
      isOn = true
      return draft
    },
    unsubscribe: async () => {
      isOn = false
    },
    ...overrides,
  }
  const staged = await stageScreen({
    catalogs: ['push'],
    at: '/settings',
    routes: { '/settings': <PushCard settings={testSettings} push={push} /> },
    responses: {
      'GET /api/push-subscriptions': () => ({ items: lines, next: null, publicKey: 'our-key' }),
      'POST /api/push-subscriptions': () => (lines.push(thisBrowser), thisBrowser),
      [`DELETE /api/push-subscriptions/${thisBrowser.id}`]: () => (lines.splice(lines.indexOf(thisBrowser), 1), {}),
      ...responses,
    },
  })
  const writes = () => staged.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  return { ...staged, usedKeys, writes, isOn: () => isOn }
}
const button = (name: string) => page.getByRole('button', { name })

test('nothing is requested before the click; then this browser is subscribed with our key and listed', async () => {
  const { requests, usedKeys, writes } = await open()
  await expect.element(button('Turn on in this browser')).toBeVisible()
  expect(usedKeys).toEqual([])
  await button('Turn on in this browser').click()
  await expect.element(page.getByText('On in this browser')).toBeVisible()
  expect(usedKeys).toEqual(['our-key'])
  expect(writes()).toEqual(['POST /api/push-subscriptions'])
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual(draft)
  await expect.element(page.getByRole('listitem')).toMatchTextContent(/Firefox on Android.*This browser/)
})

test('nothing is sent if the person declines the permission', async () => {
  const { writes } = await open({ subscribe: async () => null })
  await button('Turn on in this browser').click()
  await expect.element(button('Turn on in this browser')).toBeEnabled()
  expect(writes()).toEqual([])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a browser without support or permission gets instructions instead of a button', async () => {
  await open({ support: () => 'unsupported' })
  await expect.element(page.getByText(/add Mailferry to your home screen/)).toBeVisible()
  await expect.element(button('Turn on in this browser')).not.toBeInTheDocument()
})

test('an error from the browser is shown in our own words', async () => {
  await open({ subscribe: () => Promise.reject(new DOMException('AbortError: push service not reachable')) })
  await button('Turn on in this browser').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/couldn’t register this browser/)
})

test('each browser is turned off by its own button, and this one also unsubscribes', async () => {
  const { writes, isOn } = await open({}, [thisBrowser, otherBrowser])
  await expect.element(page.getByText('On in this browser')).toBeVisible()
  await button('Turn off notifications in Firefox on Android').click()
  await expect.element(button('Turn on in this browser')).toBeVisible()
  expect(writes()).toEqual([`DELETE /api/push-subscriptions/${thisBrowser.id}`])
  expect(isOn()).toBe(false)
  await expect.element(button('Turn off notifications in Chrome on Android')).toBeVisible()
})
