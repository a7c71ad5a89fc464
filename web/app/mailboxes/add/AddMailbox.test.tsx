// Tests adding an email account in three steps: address, sign-in, what to read.
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { config } from '../../../auth/session.fixture.ts'
import { mailbox } from '../../queries/mailboxes.fixture.ts'
import { idOf } from '../../queries/messages.fixture.ts'
import { type Answer, stageScreen } from '../../stage-screen.fixture.tsx'
import { EmailAccounts } from '../EmailAccounts.tsx'

// Asked once for all tests of this file.
config.mailSignIns = ['google']

afterEach(() => vi.unstubAllGlobals())

const id = idOf(700)
const fingerprint = 'ab'.repeat(32)
const settings = { host: 'imap.tidewell.example', port: 993, security: 'tls', username: 'maya@tidewell.example' }
const gmail = { id: 'gmail', name: 'Gmail', signIn: ['app_password', 'oauth2'], appPassword: 'always', mustEnable: false, url: null }

async function begin(answers: Record<string, Answer> = {}, at = '/email-accounts') {
  const staged = await stageScreen({
    catalogs: ['accounts', 'providers', 'mailbox'],
    at,
    routes: { '/email-accounts': <EmailAccounts /> },
    answers: {
      'GET /api/ledger': () => ({
        sum: {
          since: '2026-11-20T00:00:00Z',
          arrived: 0,
          forwarded: 0,
          underWay: 0,
          held: 0,
          failed: 0,
          byMail: 0,
          notMatched: 0,
          suppressed: 0,
        },
        perMailbox: [],
        usage: { month: '2026-11', reserved: 0, delivered: 0, allowance: null },
      }),
      'POST /api/mailboxes/discoveries': () => ({ settings, provider: null, mustConfirm: false }),
      'POST /api/mailboxes': () => ({ status: 201, body: mailbox() }),
      [`GET /api/mailboxes/${id}/folders`]: () => ({
        items: [
          { name: 'INBOX', role: 'inbox', isWatched: true },
          { name: 'Bills', role: null, isWatched: false },
        ],
        next: null,
      }),
      [`PATCH /api/mailboxes/${id}`]: () => mailbox(),
      ...answers,
    },
  })
  return staged
}

async function press(control: Locator) {
  await expect.element(control).toBeVisible()
  const element = control.element()
  if (element instanceof HTMLElement) element.click()
}

const dialog = () => page.getByRole('dialog')
const button = (name: string) => dialog().getByRole('button', { name })

async function typeAddress(address: string) {
  await page.getByRole('button', { name: 'Add e-mail account' }).first().click()
  await expect.element(dialog().getByLabelText('E-mail address')).toHaveFocus()
  await userEvent.keyboard(`${address}{Enter}`)
}

async function typePassword() {
  await expect.element(dialog().getByLabelText('Password', { exact: true })).toHaveFocus()
  await userEvent.keyboard('secret{Enter}')
}

test('asks for the address, the password, and what is read, in this order', async () => {
  const { asked } = await begin()
  await typeAddress('maya@tidewell.example')
  await typePassword()
  await press(button('Last 7 days'))
  await press(dialog().getByRole('checkbox', { name: 'Bills' }))
  await press(button('Begin'))
  await expect.poll(() => asked.find(ask => ask.method === 'PATCH')?.body).toEqual({ folders: ['INBOX', 'Bills'], start: 'week' })
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Add e-mail account' }).first()).toHaveFocus()
  await page.getByRole('button', { name: 'Add e-mail account' }).first().click()
  await expect.element(dialog().getByLabelText('E-mail address')).toHaveValue('')
})

test('the third step can be finished without changes', async () => {
  const { asked } = await begin()
  await typeAddress('maya@tidewell.example')
  await typePassword()
  await press(button('Begin'))
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(asked.filter(ask => ask.method === 'PATCH')).toEqual([])
})

test('an unknown certificate is shown, and trusted only when the person says so', async () => {
  let tries = 0
  const refused = { status: 422, body: { code: 'self_signed', message: 'Nobody vouches for it.', details: { fingerprint } } }
  const { asked } = await begin({ 'POST /api/mailboxes': () => (tries++ === 0 ? refused : { status: 201, body: mailbox() }) })
  await typeAddress('maya@tidewell.example')
  await typePassword()
  await expect.element(dialog().getByText('ABAB ABAB', { exact: false })).toBeVisible()
  await press(dialog().getByRole('checkbox', { name: /Trust this one/ }))
  await press(button('Add the account'))
  await expect.element(button('Begin')).toBeVisible()
  expect(asked.filter(ask => ask.method === 'POST' && ask.path === '/api/mailboxes').map(ask => ask.body)).toMatchObject([
    { host: settings.host },
    { host: settings.host, fingerprint },
  ])
})

test('signing in with the provider is offered where the operator set it up, an app password beside it', async () => {
  const found = { 'POST /api/mailboxes/discoveries': () => ({ settings, provider: gmail, mustConfirm: false }) }
  await begin(found)
  await typeAddress('maya@gmail.com')
  await expect.element(button('Sign in with Google')).toBeVisible()
  await press(button('Use an app password'))
  await expect.element(dialog().getByLabelText('Password', { exact: true })).toHaveFocus()
})

test('coming back from the provider goes on with what is read, and says what went wrong', async () => {
  const { screen } = await begin({ 'GET /api/mailboxes': () => ({ items: [mailbox()], next: null }) }, `/email-accounts?added=${id}`)
  await expect.element(button('Begin')).toBeVisible()
  await screen.unmount()
  await begin({}, '/email-accounts?problem=sign_in_cancelled')
  await expect.element(page.getByText('You did not finish the sign-in. Nothing was changed.')).toBeVisible()
})

test('a provider that asks whether it may forward here is shown until it is done', async () => {
  const confirmation = {
    from: 'maya@gmail.com',
    code: '123456789',
    url: 'https://mail-settings.google.com/mail/vf-x',
    at: '2026-11-20T10:00:00Z',
  }
  const own = mailbox({ kind: 'address', address: 'u-1@in.example', signIn: null, provider: null, halves: [], confirmation })
  const { asked, screen } = await begin({ 'GET /api/mailboxes': () => ({ items: [own], next: null }) })
  await expect.element(screen.getByText('123456789')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open the link at mail-settings.google.com' }))
    .toHaveAttribute('href', confirmation.url)
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => asked.find(ask => ask.method === 'PATCH')?.body).toEqual({ confirmationSeen: true })
})
