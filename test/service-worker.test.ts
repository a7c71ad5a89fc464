// Tests that the service worker shows push notifications, and that a click opens only our own pages.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'

const source = readFileSync(join(import.meta.dirname, '..', 'web', 'public', 'sw.js'), 'utf8')
const origin = 'https://mailferry.example'

/** A browser that has our worker and these windows open. */
function browser(windows: string[] = []) {
  const did: string[] = []
  const heard = new Map<string, (event: object) => void>()
  const self = {
    location: { origin },
    addEventListener: (name: string, hear: (event: object) => void) => heard.set(name, hear),
    registration: { showNotification: async (title: string, shown: unknown) => void did.push(JSON.stringify({ title, shown })) },
    clients: {
      matchAll: async () => windows.map(url => ({ url, focus: async () => void did.push(`focus ${url}`) })),
      openWindow: async (url: string) => void did.push(`open ${url}`),
    },
  }
  runInContext(source, createContext({ self, URL, caches: {}, fetch: () => undefined }))
  const tell = async (name: string, event: object) => {
    let work: Promise<unknown> | undefined
    heard.get(name)?.({ ...event, waitUntil: (given: Promise<unknown>) => (work = given) })
    await work
  }
  const tap = (path: string) => tell('notificationclick', { notification: { close: () => did.push('close'), data: { path } } })
  return { did, tell, tap }
}

test('a push is shown and replaces an earlier one for the same page', async () => {
  const { did, tell } = browser()
  const notice = { title: 'anna@example.com needs you', text: 'The password was refused.', path: '/email-accounts/1' }
  await tell('push', { data: { json: () => notice } })
  const { title, shown } = z
    .object({ title: z.string(), shown: z.looseObject({ body: z.string(), tag: z.string(), icon: z.string() }) })
    .parse(JSON.parse(did[0] ?? ''))
  expect([title, shown.body, shown.tag]).toEqual([notice.title, notice.text, notice.path])
  expect(shown['data']).toEqual({ path: notice.path })
})

test('a tap opens the page, in the window that shows it or in a new one', async () => {
  const elsewhere = browser([`${origin}/filters/new`])
  await elsewhere.tap('/email-accounts/1')
  expect(elsewhere.did).toEqual(['close', `open ${origin}/email-accounts/1`])
  const there = browser([`${origin}/filters/new`, `${origin}/email-accounts/1?a=b`])
  await there.tap('/email-accounts/1')
  expect(there.did).toEqual(['close', `focus ${origin}/email-accounts/1?a=b`])
})

test('no notification opens a page of another site', async () => {
  for (const path of ['https://evil.example/', '//evil.example/email-accounts', 'javascript:alert(1)']) {
    const { did, tap } = browser()
    await tap(path)
    expect(did).toEqual(['close'])
  }
})
