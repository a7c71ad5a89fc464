// People who are signed in on pages whose clock a test moves, and what those pages asked of the server.
import { type BrowserContext, expect, type Page, type Request, request } from '@playwright/test'
import { z } from 'zod'
import { freshEmail, password, signIn } from './people.ts'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

export interface Asked {
  /** Bodies of log-activity. */
  logged: { action: string; status: string; details: Record<string, unknown> }[]
  refreshes: number
  logouts: string[]
}

const Logged = z.object({ action: z.string(), status: z.string(), details: z.record(z.string(), z.unknown()) })

let person: Promise<string> | undefined

/** One for all tests of a worker, for the service counts sign-ups; each test has a session of its own. */
async function makePerson(): Promise<string> {
  const email = freshEmail()
  const http = await request.newContext({ baseURL: process.env['E2E_URL'] ?? 'http://localhost:8080' })
  await http.post('/auth/v1/signup', { data: { email, password } })
  await http.dispose()
  return email
}

/** Signs somebody in at `path`. The clock goes at its usual pace, and `pass` moves it on. */
export async function signInAt(context: BrowserContext, path: string): Promise<{ page: Page; asked: Asked }> {
  person ??= makePerson()
  const email = await person
  const asked = await listen(context)
  await context.clock.install()
  await context.addInitScript(keepDiary)
  const page = await context.newPage()
  await signIn(page, email)
  await open(page, path)
  await move(page)
  return { page, asked }
}

export async function open(page: Page, path: string): Promise<void> {
  await untilQuiet(page)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Moves the clock on; what fell due meanwhile is done once, as after a sleep. */
export async function pass(page: Page, ms: number): Promise<void> {
  await untilQuiet(page)
  await page.clock.fastForward(ms)
}

const running = new WeakMap<BrowserContext, Set<Request>>()

/** A moved clock overtakes real requests: their time limit would pass before their answer comes. */
async function untilQuiet(page: Page): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    quiet = running.get(page.context())?.size ? 0 : quiet + 1
    await new Promise(done => setTimeout(done, 30))
  }
}

let x = 100
/** Any activity of a person. */
export async function move(page: Page): Promise<void> {
  x = x === 100 ? 300 : 100
  await page.mouse.move(x, 300)
}

const Diary = z.record(z.string(), z.number())
/** When things were first seen, by the page's clock: `activity` (the last), `notice`, `toast`, `left` (for another page), `back`. */
export async function diaryOf(page: Page): Promise<Record<string, number>> {
  return Diary.parse(JSON.parse(await page.evaluate(() => localStorage.getItem('diary') ?? '{}')))
}

function keepDiary(): void {
  const write = (what: string, isLast: boolean) => {
    const diary: Record<string, number> = JSON.parse(localStorage.getItem('diary') ?? '{}')
    if (diary[what] === undefined || isLast) localStorage.setItem('diary', JSON.stringify({ ...diary, [what]: Date.now() }))
  }
  for (const event of ['mousemove', 'mousedown', 'keydown'])
    addEventListener(
      event,
      () => {
        if (!document.querySelector('[role=alertdialog]')) write('activity', true)
      },
      { capture: true },
    )
  addEventListener('pagehide', () => write('left', true))
  addEventListener('DOMContentLoaded', () => {
    new MutationObserver(() => {
      if (document.querySelector('[role=alertdialog]')) write('notice', false)
      if (document.querySelector('[data-sonner-toast]')) write('toast', false)
    }).observe(document.body, { childList: true, subtree: true })
  })
}

/** The server's clock is not moved: without `expires_at` the client reckons by its own. */
async function listen(context: BrowserContext): Promise<Asked> {
  const asked: Asked = { logged: [], refreshes: 0, logouts: [] }
  await context.route('**/auth/v1/token?*', async route => {
    if (route.request().url().includes('refresh_token')) asked.refreshes++
    const answer = await route.fetch()
    const { expires_at: _, ...body } = z.record(z.string(), z.unknown()).parse(await answer.json())
    await route.fulfill({ response: answer, json: body })
  })
  const underWay = new Set<Request>()
  running.set(context, underWay)
  context.on('requestfinished', sent => void underWay.delete(sent))
  context.on('requestfailed', sent => void underWay.delete(sent))
  context.on('request', sent => {
    underWay.add(sent)
    const { pathname, search } = new URL(sent.url())
    if (pathname === '/functions/v1/log-activity' && sent.method() === 'POST') asked.logged.push(Logged.parse(sent.postDataJSON()))
    if (pathname === '/auth/v1/logout' && sent.method() === 'POST') asked.logouts.push(search)
  })
  return asked
}
