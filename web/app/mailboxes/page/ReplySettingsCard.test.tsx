// Tests the reply settings of an email account: server, identity, and whether sending works.
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { MailboxDetail } from '../../../../core/api/mail.ts'
import type { Outgoing } from '../../../../core/api/outgoing.ts'
import { testMailbox } from '../../queries/mailboxes.fixture.ts'
import { testId } from '../../queries/messages.fixture.ts'
import { type FakeResponse, stageScreen } from '../../stage-screen.fixture.tsx'
import { ReplySettingsCard } from './ReplySettingsCard.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = `/api/mailboxes/${testId(700)}/outgoing`
const settings = { host: 'smtp.tidewell.example', port: 465, security: 'tls' as const, username: 'maya@tidewell.example' }
const knownSettings: Outgoing = { through: 'account', settings, mustConfirm: false, name: 'Maya', signature: 'Best\nMaya', aliases: [] }

/** Clicks without hit testing: without styles, the backdrop covers the dialog. */
async function press(control: Locator) {
  await expect.element(control).toBeVisible()
  const element = control.element()
  if (element instanceof HTMLElement) element.click()
}

const render = (outgoing: Partial<Outgoing>, responses: Record<string, FakeResponse> = {}, change: Partial<MailboxDetail> = {}) =>
  stageScreen({
    catalogs: ['accounts', 'answering'],
    at: '/',
    routes: { '/': <ReplySettingsCard mailbox={testMailbox(change)} /> },
    responses: {
      [`GET ${path}`]: () => ({ ...knownSettings, ...outgoing }),
      [`PATCH ${path}`]: ({ body }) => ({ ...knownSettings, ...(typeof body === 'object' && body) }),
      ...responses,
    },
  })

test('shows the sending server, the sign-in method, and the result of a test', async () => {
  const refusal = { ok: false, code: 'wrong_password', message: 'The server refused the password.', fingerprint: null }
  const { screen } = await render({}, { [`POST ${path}/checks`]: () => refusal })
  await expect.element(screen.getByText('Set up')).toBeVisible()
  await expect.element(screen.getByText('smtp.tidewell.example')).toBeVisible()
  await expect.element(screen.getByText("with the account’s password")).toBeVisible()
  await screen.getByRole('button', { name: 'Test sending' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The server refused the password.')
  await expect.element(screen.getByText('Can’t send right now')).toBeVisible()
})

test('names the provider that signs in', async () => {
  const { screen } = await render({}, {}, { signIn: 'oauth2' })
  await expect.element(screen.getByText('with your Tidewell sign-in')).toBeVisible()
})

test('asks to confirm discovered settings, and saves them', async () => {
  const { screen, requests } = await render({ mustConfirm: true })
  await expect.element(screen.getByText('Needs your confirmation')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Test sending' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Check and save' }).click()
  await press(page.getByRole('button', { name: 'Test and save' }))
  await expect.element(screen.getByText('Set up')).toBeVisible()
  expect(requests.find(request => request.method === 'PATCH')?.body).toEqual({ settings })
})

test('explains why a server was rejected, and trusts a certificate for that server only', async () => {
  const fingerprint = 'ab'.repeat(32)
  const body = { code: 'cert_untrusted', message: 'Nobody vouches for its certificate.', details: { fingerprint } }
  const { screen, requests } = await render({ settings: null }, { [`PATCH ${path}`]: () => ({ status: 422, body }) })
  await expect.element(screen.getByText('Can’t send yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Enter server' }).click()
  await press(page.getByRole('button', { name: 'Test and save' }))
  await expect.element(page.getByText('Enter the name of the SMTP server.')).toBeVisible()
  await userEvent.fill(page.getByLabelText('SMTP server'), 'mail.tidewell.example')
  await press(page.getByRole('button', { name: 'Test and save' }))
  await expect.element(page.getByText('Nobody vouches for its certificate.')).toBeVisible()
  await press(page.getByRole('checkbox', { name: /I’ve checked the fingerprint/ }))
  await press(page.getByRole('button', { name: 'Test and save' }))
  const enteredSettings = { host: 'mail.tidewell.example', port: 465, security: 'tls', username: 'maya@tidewell.example' }
  const patches = () => requests.filter(request => request.method === 'PATCH').map(request => request.body)
  await expect.poll(patches).toEqual([{ settings: enteredSettings }, { settings: { ...enteredSettings, fingerprint } }])
  await userEvent.fill(page.getByLabelText('SMTP server'), 'other.example')
  await press(page.getByRole('button', { name: 'Test and save' }))
  await expect.poll(() => patches()[2]).toEqual({ settings: { ...enteredSettings, host: 'other.example' } })
})

test('saves a name, a signature and more addresses, and rejects an invalid address', async () => {
  const { screen, requests } = await render({})
  await screen.getByRole('button', { name: 'Name and signature' }).click()
  await userEvent.fill(page.getByLabelText('Signature'), 'Yours')
  await userEvent.fill(page.getByLabelText('Your other addresses'), 'maya')
  await userEvent.keyboard('{Enter}')
  await press(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText('Enter a full email address, like anna@example.com.').first()).toBeVisible()
  await press(page.getByRole('button', { name: 'Remove maya' }))
  await userEvent.fill(page.getByLabelText('Your other addresses'), 'info@tidewell.example')
  await userEvent.keyboard('{Enter}')
  await press(page.getByRole('button', { name: 'Save' }))
  const expected = { name: 'Maya', signature: 'Yours', aliases: ['info@tidewell.example'] }
  await expect.poll(() => requests.find(request => request.method === 'PATCH')?.body).toEqual(expected)
})

test('explains that replies from a Mailferry address are sent by Mailferry', async () => {
  const { screen } = await render({ through: 'us', settings: null }, {}, { kind: 'address' })
  await expect.element(screen.getByText(/Mailferry sends your replies from this address/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Test sending' })).not.toBeInTheDocument()
})
