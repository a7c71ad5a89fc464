// Tests the page of an email account: what it shows, and what its controls send to the server.
import { afterEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { testMailbox } from '../../queries/mailboxes.fixture.ts'
import { at, testId } from '../../queries/messages.fixture.ts'
import { type FakeResponse, stageScreen } from '../../stage-screen.fixture.tsx'
import { MailboxPage } from './MailboxPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = testId(700)
/** Clicks without hit testing: without styles, the backdrop covers the dialog. */
async function press(control: Locator) {
  await expect.element(control).toBeVisible()
  const element = control.element()
  if (element instanceof HTMLElement) element.click()
}
const sum = {
  since: at('00:00:00'),
  arrived: 214,
  forwarded: 21,
  underWay: 0,
  held: 0,
  failed: 0,
  byEmail: 0,
  notMatched: 190,
  suppressed: 3,
}
const folders = [
  { name: 'INBOX', role: 'inbox', isWatched: true },
  { name: 'Bills', role: null, isWatched: true },
  { name: 'Spam', role: 'junk', isWatched: false },
]

const allowReplies = { provider: { id: 'outlook-com', name: 'Outlook.com' }, signIn: 'oauth2', mustAllowReplies: true } as const

const render = (responses: Record<string, FakeResponse> = {}) =>
  stageScreen({
    catalogs: ['accounts', 'mailbox', 'answering'],
    at: `/email-accounts/${id}`,
    routes: { '/email-accounts/:id': <MailboxPage />, '/email-accounts': <h1>All accounts</h1> },
    responses: {
      [`GET /api/mailboxes/${id}`]: () => testMailbox(),
      'GET /api/ledger': () => ({ sum, perMailbox: [], usage: { month: '2026-11', reserved: 0, delivered: 0, allowance: null } }),
      [`GET /api/mailboxes/${id}/outgoing`]: () => ({
        through: 'account',
        settings: null,
        mustConfirm: false,
        name: '',
        signature: '',
        aliases: [],
      }),
      [`GET /api/mailboxes/${id}/events`]: () => ({
        items: [{ id: testId(1), at: at('14:02:00'), kind: 'connected', text: 'Connected to imap.tidewell.example.' }],
        next: null,
      }),
      [`GET /api/mailboxes/${id}/folders`]: () => ({ items: folders, next: null }),
      [`PATCH /api/mailboxes/${id}`]: () => testMailbox(),
      ...responses,
    },
  })

test('shows the totals next to the mail server’s count, the folders and the log', async () => {
  const { screen } = await render()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'maya@tidewell.example' })).toBeVisible()
  await expect.element(screen.getByText(/the server listed 214 emails since you added it, and we have them all\./)).toBeVisible()
  await expect.element(screen.getByText('no longer on the server')).toBeVisible()
  await expect.element(screen.getByText('Connected to imap.tidewell.example.')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '214 arrived' }))
    .toHaveAttribute('href', `/forwarded-emails?mailbox=${id}&state=all`)
})

test('says so when the mail server has more emails than we do', async () => {
  const count = { held: 214, kept: 211, takenUp: 0, at: at('14:00:00') }
  const { screen } = await render({ [`GET /api/mailboxes/${id}`]: () => testMailbox({ count }) })
  await expect.element(screen.getByText(/we have 211/)).toBeVisible()
})

test('switches to another folder, and refuses to read none', async () => {
  const { screen, requests } = await render()
  await screen.getByRole('button', { name: 'Choose folders' }).click()
  await press(page.getByRole('checkbox', { name: /Bills/ }))
  await press(page.getByRole('checkbox', { name: /INBOX/ }))
  await expect.element(page.getByText('Choose at least one folder.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await press(page.getByRole('checkbox', { name: /Spam/ }))
  await press(page.getByRole('button', { name: 'Save' }))
  await expect.poll(() => requests.find(request => request.method === 'PATCH')?.body).toEqual({ folders: ['Spam'] })
})

test('saves what happens to email after an outage', async () => {
  const { screen, requests } = await render()
  await screen.getByRole('button', { name: 'Nothing' }).click()
  await expect.poll(() => requests.find(request => request.method === 'PATCH')?.body).toEqual({ backlog: 'note' })
})

test('removing asks whether to erase, and leads back to all accounts', async () => {
  const { screen, requests, address } = await render({ [`DELETE /api/mailboxes/${id}`]: () => ({}) })
  await screen.getByRole('button', { name: /What to do with/ }).click()
  await page.getByRole('menuitem', { name: 'Remove account' }).click()
  await press(page.getByRole('checkbox', { name: /Also erase/ }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove account' }))
  await expect.poll(() => requests.find(request => request.method === 'DELETE')?.query.get('erase')).toBe('yes')
  await expect.poll(address).toBe('/email-accounts')
})

test('a mailbox that receives but may not send asks its user to sign in again, and says that emails keep coming', async () => {
  const { requests } = await render({
    [`GET /api/mailboxes/${id}`]: () => testMailbox(allowReplies),
    'POST /api/mailboxes/sign-ins': () => new Promise(() => undefined),
  })
  await expect.element(page.getByText(/Sign in again to reply from WhatsApp. You’ll keep getting your emails/)).toBeVisible()
  await press(page.getByRole('button', { name: /Microsoft/ }))
  await expect
    .poll(() => requests.find(request => request.method === 'POST')?.body)
    .toEqual({ provider: 'microsoft', address: 'maya@tidewell.example', mailboxId: id })
})

test('one whose provider is in trouble says since when, and asks for nothing', async () => {
  await render({
    [`GET /api/mailboxes/${id}`]: () =>
      testMailbox({ state: 'waiting', problem: 'provider_trouble', reason: 'Gmail is having trouble.', downSince: at('14:00:00') }),
  })
  await expect.element(page.getByText('Gmail is having trouble.')).toBeVisible()
  expect(page.getByRole('button', { name: /Sign in/ }).elements()).toEqual([])
})
