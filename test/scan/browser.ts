// Walks through the pages in a browser, and reads whatever scripts there can read and the disk would keep.
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../chromium.ts'
import type { Place } from './canaries.ts'

export interface Walker {
  /** Visits each page with the session, until it is quiet; then reads what is stored. `plant` is a script that a page runs before. */
  visit(paths: string[], plant?: string): Promise<Place[]>
  close(): Promise<void>
}

/** `session` is what the official client keeps, as JSON. */
export async function openWalker(url: string, session: string): Promise<Walker> {
  const browser = await chromium.launch(launchOptions)
  const key = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`
  const origins = [{ origin: url, localStorage: [{ name: key, value: session }] }]
  const context = await browser.newContext({ baseURL: url, storageState: { cookies: [], origins } })
  const page = await context.newPage()
  return {
    async visit(paths, plant) {
      const places: Place[] = []
      for (const path of paths) {
        await page.goto(path, { timeout: pageMs })
        await page.waitForLoadState('networkidle', { timeout: pageMs }).catch(() => undefined)
        if (plant) await page.evaluate(plant)
        places.push(...(await readStorage(context, page, path)))
      }
      return places
    },
    close: () => browser.close(),
  }
}

const pageMs = 120_000

async function readStorage(context: BrowserContext, page: Page, path: string): Promise<Place[]> {
  const stored: Record<string, string> = await page.evaluate(readScript)
  const at = (name: string) => `${name} of the browser at ${path}`
  const isReadable = (await context.cookies()).filter(({ httpOnly }) => !httpOnly)
  return [
    ...Object.entries(stored).map(([name, text]) => ({ name: at(name), text })),
    { name: at('cookies that scripts can read'), text: JSON.stringify(isReadable) },
    { name: at('the address'), text: page.url() },
  ]
}

/** A text, because what runs there has other globals than this file. */
const readScript = `(async () => {
  const databases = []
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((done, fail) => Object.assign(indexedDB.open(name), { onsuccess: e => done(e.target.result), onerror: fail }))
    for (const store of db.objectStoreNames) {
      const all = db.transaction(store).objectStore(store).getAll()
      databases.push([name, store, await new Promise((done, fail) => Object.assign(all, { onsuccess: () => done(all.result), onerror: fail }))])
    }
    db.close()
  }
  const cached = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const answer = await cache.match(request)
      const isText = /json|text|javascript/.test(answer.headers.get('content-type') ?? '')
      cached.push([request.url, isText ? await answer.text() : ''])
    }
  }
  return {
    localStorage: JSON.stringify({ ...localStorage }),
    sessionStorage: JSON.stringify({ ...sessionStorage }),
    IndexedDB: JSON.stringify(databases),
    caches: JSON.stringify(cached),
    'the history': JSON.stringify(history.state),
    'the cookies of a page': document.cookie,
  }
})()`
