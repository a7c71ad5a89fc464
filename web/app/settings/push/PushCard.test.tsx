// Tests browser notifications: asked for only on click, a refusal is no error, each browser can be removed.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { PushSubscriptionLine } from '../../../../core/api/push.ts'
import { madeUpSettings } from '../../queries/settings.fixture.ts'
import { type Answer, stageScreen } from '../../stage-screen.fixture.tsx'
import type { BrowserPush } from './browser.ts'
import { PushCard } from './PushCard.tsx'

afterEach(() => vi.unstubAllGlobals())

const here = 'a1'.repeat(32)
const line = (id: string, endpointHash: string, browser: string): PushSubscriptionLine => ({
  id,
  endpointHash,
  device: { browser, system: 'Android' },
  createdAt: '2026-11-20T10:00:00Z',
})
const mine = line('11111111-1111-4111-8111-111111111111', here, 'Firefox')
const other = line('22222222-2222-4222-8222-222222222222', 'b2'.repeat(32), 'Chrome')
const draft = { endpoint: 'https://push.example/1', keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }

async function open(change: Partial<BrowserPush> = {}, kept: PushSubscriptionLine[] = [], answers: Record<string, Answer> = {}) {
  const lines = [...kept]
  let isOn = lines.includes(mine)
  const signedWith: string[] = []
  const door: BrowserPush = {
    ability: () => 'able',
    current: async () => (isOn ? here : null),
    signOn: async publicKey => {
      signedWith.push(publicKey)
      isOn = true
      return draft
    },
    signOff: async () => {
      isOn = false
    },
    ...change,
  }
  const staged = await stageScreen({
    catalogs: ['push'],
    at: '/settings',
    routes: { '/settings': <PushCard settings={madeUpSettings} door={door} /> },
    answers: {
      'GET /api/push-subscriptions': () => ({ items: lines, next: null, publicKey: 'our-key' }),
      'POST /api/push-subscriptions': () => (lines.push(mine), mine),
      [`DELETE /api/push-subscriptions/${mine.id}`]: () => (lines.splice(lines.indexOf(mine), 1), {}),
      ...answers,
    },
  })
  const written = () => staged.asked.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  return { ...staged, signedWith, written, isOn: () => isOn }
}
const button = (name: string) => page.getByRole('button', { name })

test('nothing is asked before the button; then this browser is subscribed with our key and listed', async () => {
  const { asked, signedWith, written } = await open()
  await expect.element(button('Turn on in this browser')).toBeVisible()
  expect(signedWith).toEqual([])
  await button('Turn on in this browser').click()
  await expect.element(page.getByText('On in this browser')).toBeVisible()
  expect(signedWith).toEqual(['our-key'])
  expect(written()).toEqual(['POST /api/push-subscriptions'])
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual(draft)
  await expect.element(page.getByRole('listitem')).toMatchTextContent(/Firefox on Android.*This browser/)
})

test('who says no to the browser is left alone, and nothing is sent', async () => {
  const { written } = await open({ signOn: async () => null })
  await button('Turn on in this browser').click()
  await expect.element(button('Turn on in this browser')).toBeEnabled()
  expect(written()).toEqual([])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('a browser without support or permission gets instructions instead of a button', async () => {
  await open({ ability: () => 'unable' })
  await expect.element(page.getByText(/add Mailferry to the home screen first/)).toBeVisible()
  await expect.element(button('Turn on in this browser')).not.toBeInTheDocument()
})

test('a refusal of the browser is shown where it happened, in our words', async () => {
  await open({ signOn: () => Promise.reject(new DOMException('AbortError: push service not reachable')) })
  await button('Turn on in this browser').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/could not be signed on at its push service/)
})

test('each browser is turned off by its own button, this one at its push service too', async () => {
  const { written, isOn } = await open({}, [mine, other])
  await expect.element(page.getByText('On in this browser')).toBeVisible()
  await button('Turn off notices in Firefox on Android').click()
  await expect.element(button('Turn on in this browser')).toBeVisible()
  expect(written()).toEqual([`DELETE /api/push-subscriptions/${mine.id}`])
  expect(isOn()).toBe(false)
  await expect.element(button('Turn off notices in Chrome on Android')).toBeVisible()
})
