// Tests API keys: created with the least permission, shown once, revoked after confirmation.
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ApiKey } from '../../../core/api/keys.ts'
import { makeKey, storeSession } from '../../auth/session.fixture.ts'
import { type FakeResponse, stageScreen } from '../stage-screen.fixture.tsx'
import { ApiKeysCard } from './ApiKeysCard.tsx'

const signer = await makeKey('ES256', 'a')
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const apiKey = (overrides: Partial<ApiKey>): ApiKey => ({
  ...{ id: '11111111-1111-4111-8111-111111111111', name: 'Backup', prefix: 'mf_AbCdE', scope: 'read', createdAt: inDays(-3) },
  ...{ expiresAt: inDays(27), lastUsedAt: null, revokedAt: null },
  ...overrides,
})
const secret = `mf_${'k'.repeat(38)}`

async function open(storedKeys: ApiKey[], responses: Record<string, FakeResponse> = {}) {
  await page.viewport(1280, 900)
  const staged = await stageScreen({
    catalogs: ['keys', 'account'],
    at: '/settings',
    routes: { '/settings': <ApiKeysCard /> },
    responses: {
      'GET /api/keys': () => ({ items: storedKeys, next: null }),
      'POST /api/keys': () => new Response(JSON.stringify({ key: apiKey({}), secret }), { status: 201 }),
      ...responses,
    },
  })
  const sent = (method: string) => staged.requests.filter(request => request.method === method).map(request => [request.path, request.body])
  return { ...staged, sent }
}
const button = (name: string) => page.getByRole('button', { name })

/** Uses the keyboard: without styles, the backdrop covers the dialog. */
async function press(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  button(name).element().focus()
  await userEvent.keyboard('{Enter}')
}

test('a key is created with the keyboard, requires a name, and is shown until the person has copied it', async () => {
  const { sent } = await open([])
  await expect.element(page.getByText(/You have no API keys/)).toBeVisible()
  await button('New key').click()
  await press('Create key')
  await expect.element(page.getByText('Enter a name of 1 to 60 characters.')).toBeVisible()
  expect(sent('POST')).toEqual([])
  await page.getByLabelText('Name').fill('Backup')
  page
    .getByRole('radio', { name: /Read and write/ })
    .element()
    .focus()
  await userEvent.keyboard(' ')
  await page.getByLabelText('Expires in').selectOptions('30 days')
  page.getByLabelText('Name').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('API key', { exact: true })).toHaveValue(secret)
  expect(sent('POST')).toEqual([['/api/keys', { name: 'Backup', scope: 'write', expiry: { days: 30 }, code: null }]])
  await button('I have it').click()
  await expect.element(page.getByLabelText('API key', { exact: true })).not.toBeInTheDocument()
})

test('after a wrong code another can be requested', async () => {
  await storeSession(1000, signer)
  let refused = true
  const needed = { status: 403, body: { code: 'reauthentication_needed', message: 'Confirm that it’s you.' } }
  const wrong = { status: 403, body: { code: 'code_wrong', message: 'This code is wrong. Ask for a new one.' } }
  const { sent, requests } = await open([], {
    'GET /auth/v1/.well-known/jwks.json': () => ({ keys: [signer.jwk] }),
    'GET /rest/v1/user_roles': () => [],
    'GET /auth/v1/reauthenticate': () => ({}),
    'POST /api/keys': ({ body }) => {
      if (JSON.stringify(body).includes('"code":null')) return needed
      return refused ? wrong : new Response(JSON.stringify({ key: apiKey({}), secret }), { status: 201 })
    },
  })
  const codes = () => requests.filter(request => request.path === '/auth/v1/reauthenticate').length
  await button('New key').click()
  await page.getByLabelText('Name').fill('Backup')
  await press('Create key')
  await page.getByLabelText('Code', { exact: true }).fill('000000')
  await press('Create key')
  await expect.element(page.getByText('This code is wrong. Ask for a new one.')).toBeVisible()
  await press('Send a new code')
  await expect.element(page.getByText('We’ve sent a new code.')).toBeVisible()
  await expect.element(page.getByText('This code is wrong. Ask for a new one.')).not.toBeInTheDocument()
  expect(codes()).toBe(2)
  refused = false
  await page.getByLabelText('Code', { exact: true }).fill('123456')
  await press('Create key')
  await expect.element(page.getByLabelText('API key', { exact: true })).toHaveValue(secret)
  expect(sent('POST').at(-1)).toMatchObject(['/api/keys', { code: '123456' }])
})

test('a name with a hidden character is rejected', async () => {
  const { sent } = await open([])
  await button('New key').click()
  await page.getByLabelText('Name').fill('a\u202egpj')
  await press('Create key')
  await expect.element(page.getByText(/a line break or a hidden character/)).toBeVisible()
  expect(sent('POST')).toEqual([])
})

test('a past day is rejected as the last day', async () => {
  const { sent } = await open([])
  await button('New key').click()
  await page.getByLabelText('Name').fill('Backup')
  await page.getByLabelText('Expires in').selectOptions('on a date')
  await page.getByLabelText('Last day').fill('2020-01-01')
  await press('Create key')
  await expect.element(page.getByText('Choose a date within a year from today.')).toBeVisible()
  expect(sent('POST')).toEqual([])
})

test('active keys are listed above ended ones, and a key is revoked only after confirmation', async () => {
  const ended = apiKey({ id: '22222222-2222-4222-8222-222222222222', name: 'Old', revokedAt: inDays(-1) })
  const { sent } = await open([apiKey({ lastUsedAt: inDays(-2) }), ended], {
    'DELETE /api/keys/11111111-1111-4111-8111-111111111111': () => ({}),
  })
  await expect.element(page.getByText('mf_AbCdE…').first()).toBeVisible()
  await expect.element(page.getByText('1 inactive key')).toBeVisible()
  await expect.element(page.getByText('Revoked')).not.toBeVisible()
  await button('Revoke Backup').click()
  await expect.element(button('Cancel')).toHaveFocus()
  expect(sent('DELETE')).toEqual([])
  await press('Revoke key')
  await expect.poll(() => sent('DELETE').length).toBe(1)
})
