// Tests that a configured captcha appears in the form and that its token is sent exactly once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config, fakeServer } from '../../auth/session.fixture.ts'
import { stage } from '../../stage.fixture.tsx'
import { ForgotPassword } from '../ForgotPassword.tsx'

// The configuration is fetched once for all tests of this file.
config.captcha = { provider: 'turnstile', siteKey: 'site-key' }

const solvers: ((token: string) => void)[] = []
const sentTokens: unknown[] = []
let respond = () => Response.json({})

beforeEach(() => {
  sentTokens.length = 0
  solvers.length = 0
  fakeServer({ 'POST /auth/v1/recover': () => respond() })
  const fakeFetch = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    if (input.includes('/recover') && typeof init.body === 'string') sentTokens.push(JSON.parse(init.body).gotrue_meta_security)
    return fakeFetch(input, init)
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  window.turnstile = {
    render(container, options) {
      const { callback, sitekey } = options
      container.textContent = `a captcha of ${String(sitekey)}`
      if (typeof callback === 'function') solvers.push(token => Reflect.apply(callback, undefined, [token]))
      return 'one'
    },
    remove: () => {},
  }
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  delete window.turnstile
})

async function renderForm() {
  const screen = await stage(<ForgotPassword />, ['account'])
  await screen.getByLabelText('Email').fill('maya@example.com')
  return { screen, send: () => screen.getByRole('button', { name: 'Send link' }).click() }
}

test('nothing is sent before the captcha is solved, and each token is sent once', async () => {
  const { screen, send } = await renderForm()
  await expect.element(screen.getByText('a captcha of site-key')).toBeVisible()
  await send()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Solve the captcha below/)
  expect(sentTokens).toEqual([])
  solvers.at(-1)?.('token 1')
  respond = () =>
    Response.json({ code: 'captcha_failed', message: 'no' }, { status: 400, headers: { 'x-supabase-api-version': '2024-01-01' } })
  await send()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The captcha wasn’t accepted/)
  await expect.poll(() => solvers.length).toBe(2)
  solvers.at(-1)?.('token 2')
  respond = () => Response.json({})
  await send()
  await expect.element(screen.getByText(/we’ve emailed it a link/)).toBeVisible()
  expect(sentTokens).toEqual([{ captcha_token: 'token 1' }, { captcha_token: 'token 2' }])
})

test('a captcha that cannot be loaded names the host to allow', async () => {
  delete window.turnstile
  // The script fails to load, since the test browser reaches only this machine.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) node.dispatchEvent(new Event('error'))
  })
  const { screen } = await renderForm()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/If you’re blocking challenges\.cloudflare\.com/)
})
