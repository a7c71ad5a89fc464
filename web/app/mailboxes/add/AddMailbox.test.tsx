// Tests adding an email account in three steps: address, sign-in, what to read.
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { config } from '../../../auth/session.fixture.ts'
import { testMailbox } from '../../queries/mailboxes.fixture.ts'
import { testId } from '../../queries/messages.fixture.ts'
import { type FakeResponse, stageScreen } from '../../stage-screen.fixture.tsx'
import { EmailAccounts } from '../EmailAccounts.tsx'

// The config is fetched once for all tests in this file.
config.mailSignIns = ['google']

afterEach(() => vi.unstubAllGlobals())

const id = testId(700)
const fingerprint = 'ab'.repeat(32)
const settings = { host: 'imap.tidewell.example', port: 993, security: 'tls', username: 'maya@tidewell.example' }
const gmail = { id: 'gmail', name: 'Gmail', signIn: ['app_password', 'oauth2'], appPassword: 'always', mustEnable: false, url: null }

async function open(responses: Record<string, FakeResponse> = {}, at = '/email-accounts') {
  const stage = await stageScreen({
    catalogs: ['accounts', 'providers', 'mailbox'],
    at,
    routes: { '/email-accounts': <EmailAccounts /> },
    responses: {
      'GET /api/ledger': () => ({
        sum: {
          since: '2026-11-20T00:00:00Z',
          arrived: 0,
          forwarded: 0,
          underWay: 0,
          held: 0,
          failed: 0,
          byEmail: 0,
          notMatched: 0,
          suppressed: 0,
        },
        perMailbox: [],
        usage: { month: '2026-11', reserved: 0, delivered: 0, allowance: null },
      }),
      'POST /api/mailboxes/discoveries': () => ({ settings, provider: null, mustConfirm: false }),
      'POST /api/mailboxes': () => ({ status: 201, body: testMailbox() }),
      [`GET /api/mailboxes/${id}/folders`]: () => ({
        items: [
          { name: 'INBOX', role: 'inbox', isWatched: true },
          { name: 'Bills', role: null, isWatched: false },
        ],
        next: null,
      }),
      [`PATCH /api/mailboxes/${id}`]: () => testMailbox(),
      ...responses,
    },
  })
  return stage
}

async function press(control: Locator) {
  await expect.element(control).toBeVisible()
  const element = control.element()
  if (element instanceof HTMLElement) element.click()
}

const dialog = () => page.getByRole('dialog')
const button = (name: string) => dialog().getByRole('button', { name })

async function typeAddress(address: string) {
  await page.getByRole('button', { name: 'Add email account' }).first().click()
  await expect.element(dialog().getByLabelText('Email address')).toHaveFocus()
  await userEvent.keyboard(`${address}{Enter}`)
}

async function typePassword() {
  await expect.element(dialog().getByLabelText('Password', { exact: true })).toHaveFocus()
  await userEvent.keyboard('secret{Enter}')
}

test('asks for the address, the password, and what to read, in this order', async () => {
  const { requests } = await open()
  await typeAddress('maya@tidewell.example')
  await typePassword()
  await press(button('Last 7 days'))
  await press(dialog().getByRole('checkbox', { name: 'Bills' }))
  await press(button('Start'))
  await expect
    .poll(() => requests.find(request => request.method === 'PATCH')?.body)
    .toEqual({ folders: ['INBOX', 'Bills'], start: 'week' })
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Add email account' }).first()).toHaveFocus()
  await page.getByRole('button', { name: 'Add email account' }).first().click()
  await expect.element(dialog().getByLabelText('Email address')).toHaveValue('')
})

test('the third step can be finished without changes', async () => {
  const { requests } = await open()
  await typeAddress('maya@tidewell.example')
  await typePassword()
  await press(button('Start'))
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requests.filter(request => request.method === 'PATCH')).toEqual([])
})

test('an untrusted certificate is shown, and trusted only after confirmation', async () => {
  let tries = 0
  const untrusted = { status: 422, body: { code: 'self_signed', message: 'Nobody vouches for it.', details: { fingerprint } } }
  const { requests } = await open({ 'POST /api/mailboxes': () => (tries++ === 0 ? untrusted : { status: 201, body: testMailbox() }) })
  await typeAddress('maya@tidewell.example')
  await typePassword()
  await expect.element(dialog().getByText('ABAB ABAB', { exact: false })).toBeVisible()
  await press(dialog().getByRole('checkbox', { name: /Trust this certificate/ }))
  await press(button('Add account'))
  await expect.element(button('Start')).toBeVisible()
  expect(
    requests.filter(request => request.method === 'POST' && request.path === '/api/mailboxes').map(request => request.body),
  ).toMatchObject([{ host: settings.host }, { host: settings.host, fingerprint }])
})

test('a password that cannot be one of Google’s app passwords is told before it is sent', async () => {
  const found = { settings: { ...settings, host: 'imap.gmail.com' }, provider: gmail, mustConfirm: false }
  const { requests } = await open({ 'POST /api/mailboxes/discoveries': () => found })
  await typeAddress('maya@gmail.com')
  await press(button('Use an app password'))
  await expect.element(dialog().getByLabelText('Password', { exact: true })).toHaveFocus()
  await userEvent.keyboard('abcdefghijklmnop7{Enter}')
  await expect.element(dialog().getByText('Google app passwords have 16 characters. This one has 17.')).toBeVisible()
  expect(requests.some(({ method, path }) => method === 'POST' && path === '/api/mailboxes')).toBe(false)
})

test('provider sign-in is offered if the operator has set it up, with an app password as the alternative', async () => {
  const found = { 'POST /api/mailboxes/discoveries': () => ({ settings, provider: gmail, mustConfirm: false }) }
  await open(found)
  await typeAddress('maya@gmail.com')
  await expect.element(button('Sign in with Google')).toBeVisible()
  await press(button('Use an app password'))
  await expect.element(dialog().getByLabelText('Password', { exact: true })).toHaveFocus()
})

test('returning from the provider continues with what to read, or explains what went wrong', async () => {
  const { screen } = await open({ 'GET /api/mailboxes': () => ({ items: [testMailbox()], next: null }) }, `/email-accounts?added=${id}`)
  await expect.element(button('Start')).toBeVisible()
  await screen.unmount()
  await open({}, '/email-accounts?problem=sign_in_cancelled')
  await expect.element(page.getByText('You didn’t finish signing in. Nothing was changed.')).toBeVisible()
})

test('a provider’s forwarding confirmation is shown until the person is done with it', async () => {
  const confirmation = {
    from: 'maya@gmail.com',
    code: '123456789',
    url: 'https://mail-settings.google.com/mail/vf-x',
    at: '2026-11-20T10:00:00Z',
  }
  const mailbox = testMailbox({ kind: 'address', address: 'u-1@in.example', signIn: null, provider: null, halves: [], confirmation })
  const { requests, screen } = await open({ 'GET /api/mailboxes': () => ({ items: [mailbox], next: null }) })
  await expect.element(screen.getByText('123456789')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open link at mail-settings.google.com' }))
    .toHaveAttribute('href', confirmation.url)
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => requests.find(request => request.method === 'PATCH')?.body).toEqual({ confirmationSeen: true })
})
