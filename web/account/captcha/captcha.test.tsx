// Tests that a configured captcha appears in the form and that its token is sent exactly once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config, playServer } from '../../auth/session.fixture.ts'
import { stage } from '../../stage.fixture.tsx'
import { ForgotPassword } from '../ForgotPassword.tsx'

// Asked once for all tests of this file.
config.captcha = { provider: 'turnstile', siteKey: 'site-key' }

const solved: ((token: string) => void)[] = []
const given: unknown[] = []
let answer = () => Response.json({})

beforeEach(() => {
  given.length = 0
  solved.length = 0
  playServer({ 'POST /auth/v1/recover': () => answer() })
  const played = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    if (input.includes('/recover') && typeof init.body === 'string') given.push(JSON.parse(init.body).gotrue_meta_security)
    return played(input, init)
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  window.turnstile = {
    render(place, how) {
      const { callback, sitekey } = how
      place.textContent = `a captcha of ${String(sitekey)}`
      if (typeof callback === 'function') solved.push(token => Reflect.apply(callback, undefined, [token]))
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

async function fill() {
  const screen = await stage(<ForgotPassword />, ['account'])
  await screen.getByLabelText('E-mail').fill('maya@example.com')
  return { screen, send: () => screen.getByRole('button', { name: 'Send the link' }).click() }
}

test('nothing is sent before it is solved, and what was solved goes along once', async () => {
  const { screen, send } = await fill()
  await expect.element(screen.getByText('a captcha of site-key')).toBeVisible()
  await send()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Solve the captcha below/)
  expect(given).toEqual([])
  solved.at(-1)?.('token 1')
  answer = () =>
    Response.json({ code: 'captcha_failed', message: 'no' }, { status: 400, headers: { 'x-supabase-api-version': '2024-01-01' } })
  await send()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The captcha was not accepted/)
  await expect.poll(() => solved.length).toBe(2)
  solved.at(-1)?.('token 2')
  answer = () => Response.json({})
  await send()
  await expect.element(screen.getByText(/a letter with a link is on its way/)).toBeVisible()
  expect(given).toEqual([{ captcha_token: 'token 1' }, { captcha_token: 'token 2' }])
})

test('where it cannot be loaded the person reads which host to let through', async () => {
  delete window.turnstile
  // Nobody answers where the script would be: the browser of a test reaches this machine alone.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    for (const node of nodes) if (node instanceof HTMLScriptElement) node.dispatchEvent(new Event('error'))
  })
  const { screen } = await fill()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/If you block challenges\.cloudflare\.com/)
})
