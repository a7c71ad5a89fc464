// Tests the console's page of a user: what is shown, and how an administrator suspends and erases.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { AdminUser } from '../../../core/api/admin/users.ts'
import { press } from '../../press.fixture.ts'
import { AuthContext, type AuthState } from '../../session/session.tsx'
import { stage } from '../../stage.fixture.tsx'
import { UserView } from './UserPage.tsx'

const at = '2026-11-20T12:00:00Z'
const id = '019aa000-0000-7000-8000-000000000001'
const user: AdminUser = {
  ...{ id, email: 'anna@example.com', isEmailConfirmed: true, name: 'Anna', phone: null, isPhoneConfirmed: false },
  ...{ state: 'active', suspendedUntil: null, isForGood: false, roles: ['support'], providers: ['email'], language: 'en' },
  ...{
    createdAt: at,
    invitedAt: null,
    lastSignInAt: at,
    phones: [],
    deliveries: [
      {
        ...{ id, kind: 'mail', destinationId: id, filterId: null, state: 'failed', reason: 'undeliverable' },
        ...{ reasonText: 'Unblock the chat.', attempts: 1, sizeBytes: 300, createdAt: at, deliveredAt: null, failedAt: at },
      },
    ],
    subscription: null,
    sessions: [],
    factors: [],
    exports: [],
    log: [],
  },
  mailboxes: [
    {
      ...{
        id: '1',
        kind: 'imap',
        domain: 'example.org',
        state: 'needs_you',
        isSuspended: false,
        downSince: at,
        lastAliveAt: at,
        lastEmailAt: null,
      },
      problem: 'imap.example.org did not accept the password. Enter a new one.',
    },
  ],
  filters: [
    {
      ...{ id, isPaused: false, actions: ['forward'], matchCount: 7, lastMatchAt: at },
      conditions: [
        { field: 'from', count: 2 },
        { field: 'subject', count: 1 },
      ],
    },
  ],
}

const auth = (roles: string[]) =>
  ({ roles, hasRole: (name: string) => roles.includes(name), bearer: async () => 'token' }) as unknown as AuthState

async function show(roles: string[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return stage(
    <AuthContext value={auth(roles)}>
      <QueryClientProvider client={client}>
        <UserView user={user} />
      </QueryClientProvider>
    </AuthContext>,
    ['adminusers', 'adminui', 'adminsubscriptions'],
    `/admin/users/${id}`,
  )
}

afterEach(() => vi.restoreAllMocks())

test('support sees states, problems and shapes, and cannot change the account', async () => {
  const screen = await show(['support'])
  await expect.element(screen.getByRole('row', { name: /example\.org/ })).toMatchTextContent(/User action needed.*Enter a new one/)
  await expect.element(screen.getByRole('row', { name: /forward/ })).toMatchTextContent(/from ×2, subject/)
  await expect.element(screen.getByText('Only administrators can change accounts. Ask one for help.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Suspend' }).elements()).toEqual([])
})

test('a delivery that failed says what its user reads, and that staff cannot do that for them', async () => {
  const screen = await show(['support'])
  const problem = screen.getByRole('listitem').filter({ hasText: 'Failed deliveries' })
  await expect.element(problem).toMatchTextContent(/didn’t reach a phone\. The user sees: “Unblock the chat\.”.*Only the user can follow/)
})

test('an administrator suspends with a reason, and is shown what goes on', async () => {
  const sent: { url: string; body: unknown }[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method !== 'POST') return new Response('{}', { status: 404 })
    const request = new Request(input, init)
    sent.push({ url: new URL(request.url).pathname, body: await request.json() })
    return Response.json({})
  })
  const screen = await show(['admin'])
  await press(screen.getByRole('button', { name: 'Suspend' }))
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText(/email to a Mailferry address is still accepted/)).toBeVisible()
  await dialog.getByLabelText('Suspend for').selectOptions('Indefinitely')
  await press(dialog.getByRole('button', { name: 'Suspend' }))
  expect(sent).toEqual([])
  await dialog.getByLabelText('Reason').fill('Sends spam.')
  await press(dialog.getByRole('button', { name: 'Suspend' }))
  await vi.waitFor(() =>
    expect(sent).toEqual([{ url: `/api/admin/users/${id}/suspensions`, body: { until: null, reason: 'Sends spam.' } }]),
  )
})

test('an account is erased only after its address was typed', async () => {
  const sent: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method === 'POST') sent.push(await new Request(input, init).json())
    return new Response('{}', { status: 404 })
  })
  const screen = await show(['admin'])
  await press(screen.getByRole('button', { name: 'Delete account' }))
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Reason').fill('They asked for it.')
  await dialog.getByLabelText('Type anna@example.com to confirm').fill('anna')
  await press(dialog.getByRole('button', { name: 'Delete account' }))
  expect(sent).toEqual([])
  await dialog.getByLabelText('Type anna@example.com to confirm').fill('anna@example.com')
  await press(dialog.getByRole('button', { name: 'Delete account' }))
  await vi.waitFor(() => expect(sent).toEqual([{ confirmation: 'anna@example.com', reason: 'They asked for it.' }]))
})
