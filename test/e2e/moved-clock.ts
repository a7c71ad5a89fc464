// Signs people in on pages with a simulated clock, and counts the requests those pages make.
import { type BrowserContext, expect, type Page, type Request, request } from '@playwright/test'
import { z } from 'zod/mini'
import { enter, freshEmail, password } from './people.ts'

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
  const page = await context.newPage()
  await enter(page, email)
  await context.clock.install()
  await context.addInitScript(waitForAnswers)
  await context.addInitScript(keepDiary)
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

/** Stops the clock in the moment of a last activity, which it gives: nothing passes by while a busy machine looks at it. */
export async function stop(page: Page): Promise<number> {
  await untilQuiet(page)
  await page.clock.pauseAt((await nowOf(page)) + minute)
  await move(page)
  return nowOf(page)
}

/** Moves a stopped clock to `at`, as after a sleep, and a moment on, for what that brings to be drawn. */
export async function passTo(page: Page, at: number): Promise<void> {
  await pass(page, at - (await nowOf(page)))
  await walk(page, stepMs)
}

const stepMs = 50

/** Lets a stopped clock go on for so long in small steps, each after what the one before it asked for has come. */
export async function walk(page: Page, ms: number): Promise<void> {
  for (let gone = 0; gone < ms; gone += stepMs) await step(page)
}

/** Lets a stopped clock go on in small steps until it is so. */
export async function walkUntil(page: Page, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await isSo()) return
    await step(page)
  }
  throw new Error('It did not come within ten seconds of the moved clock.')
}

async function step(page: Page): Promise<void> {
  await untilQuiet(page)
  await page.clock.runFor(stepMs)
}

const nowOf = (page: Page): Promise<number> => page.evaluate(() => Date.now())

const running = new WeakMap<BrowserContext, Set<Request>>()

/** A moved clock overtakes what really takes its time. */
async function untilQuiet(page: Page): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    quiet = running.get(page.context())?.size ? 0 : quiet + 1
    await new Promise(done => setTimeout(done, 10))
  }
}

let x = 100
/** Any activity of a person. */
export async function move(page: Page): Promise<void> {
  x = x === 100 ? 300 : 100
  await page.mouse.move(x, 300)
}

const Diary = z.record(z.string(), z.number())
/** When things were first seen, by the page's clock: `activity` (the last), `notice`, `timer 1:59`, `spoken …`, `toast`, `left` (for another page). */
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
      if (document.querySelector('[data-sonner-toast]')) write('toast', false)
      const notice = document.querySelector('[role=alertdialog]')
      if (!notice) return
      write('notice', false)
      write(`timer ${notice.querySelector('[role=timer]')?.textContent}`, false)
      const spoken = notice.querySelector('[role=status]')?.textContent
      if (spoken) write(`spoken ${spoken}`, false)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}

/** A request may take longer than the moved clock allows. */
function waitForAnswers(): void {
  AbortSignal.timeout = () => new AbortController().signal
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
