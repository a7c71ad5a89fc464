// Tests signing in with a passkey from the sign-in page, and the card that adds and removes passkeys.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config, fakeServer, makeKey, storeSession } from '../../auth/session.fixture.ts'
import { stage } from '../../stage.fixture.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { offersPasskeys } from './sign-in-passkeys.ts'

config.publicUrl = location.origin

const id = '0190f5b4-0000-7000-8000-000000000001'
const options = { challenge: 'AAAA', rpId: location.hostname, userVerification: 'required', allowCredentials: [] }
const refused = (code: string, status = 400) => Response.json({ code: status, error_code: code, msg: 'no', message: 'no' }, { status })
let requests: string[] = []
let passkeys: object[] = []

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  passkeys = [{ id, friendly_name: 'Chrome, Windows', created_at: '2026-01-02T10:00:00Z', last_used_at: '2026-02-03T10:00:00Z' }]
  requests = fakeServer({
    'POST /auth/v1/passkeys/authentication/options': () => Response.json({ challenge_id: id, options, expires_at: 1 }),
    'POST /auth/v1/passkeys/authentication/verify': () => refused('webauthn_verification_failed'),
    'GET /auth/v1/passkeys': () => Response.json(passkeys),
    'POST /auth/v1/passkeys/registration/options': () => refused('too_many_passkeys', 422),
    [`DELETE /auth/v1/passkeys/${id}`]: () => {
      passkeys = []
      return Response.json({})
    },
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const credential = () => {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null }
  const json = { id: 'AQID', rawId: 'AQID', type: 'public-key', response: {}, clientExtensionResults: {} }
  const fields = { id: 'AQID', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}), toJSON: () => json }
  return Object.setPrototypeOf(fields, PublicKeyCredential.prototype)
}

const button = { name: 'Sign in with a passkey' }

/** Answers the button's request; the suggestions wait until they are aborted. */
const browser = (answer: () => Promise<unknown>) =>
  vi.spyOn(navigator.credentials, 'get').mockImplementation(async given => {
    if (given?.mediation !== 'conditional') return Object(await answer())
    return new Promise((_, reject) => given.signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError'))))
  })

test('canceling in the browser says nothing, and the suggestions make way for the button', async () => {
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(true)
  const asked = browser(() => Promise.reject(new DOMException('x', 'NotAllowedError')))
  const screen = await stage(<PasskeySignIn />, ['account'])
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  await screen.getByRole('button', button).click()
  // The button's own request, and then the suggestions again.
  await expect.poll(() => asked.mock.calls.map(([given]) => given?.mediation)).toEqual(['conditional', undefined, 'conditional'])
  expect(asked.mock.calls[0]?.[0]?.signal?.aborted).toBe(true)
  await expect.element(screen.getByRole('button', button)).not.toHaveAttribute('aria-busy', 'true')
  expect(screen.getByRole('alert').query()).toBeNull()
})

test('a passkey that is not accepted says what else to do', async () => {
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false)
  browser(async () => credential())
  const screen = await stage(<PasskeySignIn />, ['account'])
  await screen.getByRole('button', button).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^That passkey can’t sign you in/)
  expect(requests).toContain('POST /auth/v1/passkeys/authentication/verify')
})

test('where the address has no domain there is no button', () => {
  expect(offersPasskeys(location.origin)).toBe(location.hostname === 'localhost')
  expect(offersPasskeys('https://mailferry.example')).toBe(false)
})

const card = () =>
  stage(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PasskeysCard />
    </QueryClientProvider>,
    ['account', 'profile'],
  )

test('the card lists passkeys, removes one after asking, and explains a refusal', async () => {
  const key = await makeKey('ES256', 'a')
  await storeSession(1000, key)
  const screen = await card()
  await expect.element(screen.getByRole('list', { name: 'Passkeys' })).toMatchTextContent(/Chrome, Windows.*Added.*last used/)
  await screen.getByRole('button', { name: 'Add a passkey' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^You have 10 passkeys/)
  await screen.getByRole('button', { name: 'Remove Chrome, Windows' }).click()
  await expect.element(screen.getByRole('alertdialog')).toBeVisible()
  screen
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Remove' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(screen.getByText('Chrome, Windows')).not.toBeInTheDocument()
  expect(requests).toContain(`DELETE /auth/v1/passkeys/${id}`)
})
