// Tests the web view against hostile HTML in a real browser: nothing runs or loads, and each layer suffices alone.
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentSecurityPolicy } from '../server/foundation/http/headers.ts'
import { launchOptions } from './chromium.ts'
import { hostileMails } from './xss.ts'

const page = 'http://mail.example'
/** Two hundred frames take a second, and on a machine that has other things to do many. */
const patienceMs = 120_000
let browser: Browser
let code: string

beforeAll(async () => {
  const [launched, built] = await Promise.all([chromium.launch(launchOptions), bundle()])
  browser = launched
  code = built
})
afterAll(() => browser.close())

async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry: join(import.meta.dirname, 'web-view-page.mjs'), formats: ['iife'], name: 'page' } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  return first && 'output' in first ? first.output[0].code : ''
}

/** What a test takes away. */
interface Without {
  cleaning?: boolean
  sandbox?: boolean
  /** Of the frame, and of the page around it. */
  policy?: boolean
}

interface Outcome {
  ran: string[]
  asked: string[]
}

/** Shows each mail as the product does, some at a time, and tells what ran and what was asked of others. */
async function show(mails: string[], without: Without = {}): Promise<Outcome> {
  const context = await browser.newContext()
  const ran: string[] = []
  const asked: string[] = []
  await context.addInitScript({ content: "window.alert = () => console.log('RAN')" })
  await context.route('**/*', route => {
    const url = route.request().url()
    if (url === `${page}/`) {
      const policy = without.policy ? {} : { 'content-security-policy': contentSecurityPolicy([]) }
      return route.fulfill({
        contentType: 'text/html',
        headers: policy,
        body: '<!doctype html><script src=/page.js></script><main></main>',
      })
    }
    if (url === `${page}/page.js`) return route.fulfill({ contentType: 'text/javascript', body: code })
    asked.push(url)
    return route.abort()
  })
  const tab = await context.newPage()
  tab.on('console', said => {
    if (said.text() === 'RAN') ran.push(said.location().url)
  })
  await tab.goto(`${page}/`)
  await tab.evaluate(given => Reflect.get(globalThis, 'showEmails')(given.mails, given.without), { mails, without })
  await context.close()
  return { ran, asked }
}

test('there are more than two hundred of them', () => {
  expect(new Set(hostileMails).size).toBe(hostileMails.length)
  expect(hostileMails.length).toBeGreaterThan(200)
})

test(
  'none runs, and nothing is fetched',
  async () => {
    expect(await show(hostileMails)).toEqual({ ran: [], asked: [] })
  },
  patienceMs,
)

test(
  'without the cleaning the frame holds alone',
  async () => {
    expect(await show(hostileMails, { cleaning: true })).toEqual({ ran: [], asked: [] })
  },
  patienceMs,
)

test(
  'without the frame and its policy, and that of the page, the cleaning holds alone',
  async () => {
    expect(await show(hostileMails, { sandbox: true, policy: true })).toEqual({ ran: [], asked: [] })
  },
  patienceMs,
)

test(
  'without both, this test sees it',
  async () => {
    const some = hostileMails.filter((_, at) => at % 3 === 0)
    const { ran, asked } = await show(some, { cleaning: true, sandbox: true, policy: true })
    expect(ran.length).toBeGreaterThan(15)
    expect(asked.filter(url => url.includes('away.example')).length).toBeGreaterThan(15)
  },
  patienceMs,
)
