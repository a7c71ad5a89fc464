// Tests the reply settings of an email account: server, identity, and whether sending works.
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { MailboxDetail } from '../../../../core/api/mail.ts'
import type { Outgoing } from '../../../../core/api/outgoing.ts'
import { mailbox } from '../../queries/mailboxes.fixture.ts'
import { idOf } from '../../queries/messages.fixture.ts'
import { type Answer, stageScreen } from '../../stage-screen.fixture.tsx'
import { AnsweringCard } from './ReplySettingsCard.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = `/api/mailboxes/${idOf(700)}/outgoing`
const settings = { host: 'smtp.tidewell.example', port: 465, security: 'tls' as const, username: 'maya@tidewell.example' }
const known: Outgoing = { through: 'account', settings, mustConfirm: false, name: 'Maya', signature: 'Best\nMaya', aliases: [] }

/** In a dialog, whose ground lies over it where there are no styles. */
async function press(control: Locator) {
  await expect.element(control).toBeVisible()
  const element = control.element()
  if (element instanceof HTMLElement) element.click()
}

const play = (outgoing: Partial<Outgoing>, answers: Record<string, Answer> = {}, change: Partial<MailboxDetail> = {}) =>
  stageScreen({
    catalogs: ['accounts', 'answering'],
    at: '/',
    routes: { '/': <AnsweringCard mailbox={mailbox(change)} /> },
    answers: {
      [`GET ${path}`]: () => ({ ...known, ...outgoing }),
      [`PATCH ${path}`]: ({ body }) => ({ ...known, ...(typeof body === 'object' && body) }),
      ...answers,
    },
  })

test('says by which server an account sends, who signs in, and what a test found', async () => {
  const refusal = { ok: false, code: 'wrong_password', message: 'The server refused the password.', fingerprint: null }
  const { screen } = await play({}, { [`POST ${path}/checks`]: () => refusal })
  await expect.element(screen.getByText('Set up')).toBeVisible()
  await expect.element(screen.getByText('smtp.tidewell.example')).toBeVisible()
  await expect.element(screen.getByText("with the account's password")).toBeVisible()
  await screen.getByRole('button', { name: 'Test sending' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The server refused the password.')
  await expect.element(screen.getByText('Cannot send now')).toBeVisible()
})

test('names the provider that signs in', async () => {
  const { screen } = await play({}, {}, { signIn: 'oauth2' })
  await expect.element(screen.getByText('with what Tidewell gave us when you signed in there')).toBeVisible()
})

test('asks for a yes to what was only found, and keeps it once it is saved', async () => {
  const { screen, asked } = await play({ mustConfirm: true })
  await expect.element(screen.getByText('Waits for your yes')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Test sending' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Look at it and save' }).click()
  await press(page.getByRole('button', { name: 'Test and save' }))
  await expect.element(screen.getByText('Set up')).toBeVisible()
  expect(asked.find(ask => ask.method === 'PATCH')?.body).toEqual({ settings })
})

test('says why a server was not kept, and trusts its certificate for itself alone', async () => {
  const fingerprint = 'ab'.repeat(32)
  const body = { code: 'cert_untrusted', message: 'Nobody vouches for its certificate.', details: { fingerprint } }
  const { screen, asked } = await play({ settings: null }, { [`PATCH ${path}`]: () => ({ status: 422, body }) })
  await expect.element(screen.getByText('Cannot send yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Enter the server' }).click()
  await press(page.getByRole('button', { name: 'Test and save' }))
  await expect.element(page.getByText('Enter the name of the SMTP server.')).toBeVisible()
  await userEvent.fill(page.getByLabelText('SMTP server'), 'mail.tidewell.example')
  await press(page.getByRole('button', { name: 'Test and save' }))
  await expect.element(page.getByText('Nobody vouches for its certificate.')).toBeVisible()
  await press(page.getByRole('checkbox', { name: /I compared it/ }))
  await press(page.getByRole('button', { name: 'Test and save' }))
  const entered = { host: 'mail.tidewell.example', port: 465, security: 'tls', username: 'maya@tidewell.example' }
  const tried = () => asked.filter(ask => ask.method === 'PATCH').map(ask => ask.body)
  await expect.poll(tried).toEqual([{ settings: entered }, { settings: { ...entered, fingerprint } }])
  await userEvent.fill(page.getByLabelText('SMTP server'), 'other.example')
  await press(page.getByRole('button', { name: 'Test and save' }))
  await expect.poll(() => tried()[2]).toEqual({ settings: { ...entered, host: 'other.example' } })
})

test('keeps a name, a signature and further addresses, and no address that is none', async () => {
  const { screen, asked } = await play({})
  await screen.getByRole('button', { name: 'Name and signature' }).click()
  await userEvent.fill(page.getByLabelText('Signature'), 'Yours')
  await userEvent.fill(page.getByLabelText('Further addresses of yours'), 'maya')
  await userEvent.keyboard('{Enter}')
  await press(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByText('Enter a whole e-mail address, like anna@example.com.').first()).toBeVisible()
  await press(page.getByRole('button', { name: 'Remove maya' }))
  await userEvent.fill(page.getByLabelText('Further addresses of yours'), 'info@tidewell.example')
  await userEvent.keyboard('{Enter}')
  await press(page.getByRole('button', { name: 'Save' }))
  const kept = { name: 'Maya', signature: 'Yours', aliases: ['info@tidewell.example'] }
  await expect.poll(() => asked.find(ask => ask.method === 'PATCH')?.body).toEqual(kept)
})

test('says that answers to mail at an address of ours leave through us', async () => {
  const { screen } = await play({ through: 'us', settings: null }, {}, { kind: 'address' })
  await expect.element(screen.getByText(/leave through us, and answers to them go to the address that you sign in with/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Test sending' })).not.toBeInTheDocument()
})
