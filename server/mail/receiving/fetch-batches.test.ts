// Tests that mailboxes which catch up at once take turns, and hold no more than this host's memory has room for.
import { expect, test } from 'vitest'
import type { OpenFolder } from '../imap/folder.ts'
import { newFolderSync } from '../mailboxes/folder-sync.ts'
import { fetchBatches } from './fetch-batches.ts'
import { type FetchLimiter, openFetchLimiter } from './fetch-limiter.ts'

const kb = 1024
const mailBytes = 200 * kb

/** A folder of large emails, without usable structures; `held` counts what is fetched in full and not released yet. */
function folderOf(uids: number[], onFetch: () => void = () => undefined): OpenFolder {
  const raw = Buffer.concat([Buffer.from('Subject: large\r\n\r\n'), Buffer.alloc(mailBytes, 'a')])
  return {
    ...{ name: 'INBOX', uidValidity: 1, uidNext: uids.length + 1, uids: async () => [], dates: async () => new Map() },
    fetch: async (wanted, maxBytes) => {
      onFetch()
      await new Promise(done => setTimeout(done, 1))
      return wanted.map(uid => ({ uid, source: raw.subarray(0, maxBytes), sizeBytes: raw.length, internalDate: null }))
    },
    ...{ fetchHeaders: async () => null, structures: async () => new Map(), sections: async () => new Map() },
  }
}

const everyUid = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const depsOf = (limiter: FetchLimiter | undefined) => ({ now: () => new Date(0), batch: 5, maxBytes: 25 * kb * kb, limiter })

/** Fetches everything of one user's folder, as forwarding does; returns how many emails came in full. */
async function catchUp(limiter: FetchLimiter | undefined, userId: string, count: number, watch: (n: number) => void, failsAt = 0) {
  const sync = newFolderSync(userId, 'm', { name: 'INBOX', cursor: null, startsAt: new Date(0), passedAt: null, isGone: false })
  let whole = 0
  for await (const { messages } of fetchBatches(depsOf(limiter), folderOf(everyUid(count)), sync, [1, count])) {
    watch(1)
    try {
      const [first] = messages
      for (const wanted of ['text', 'all'] as const) {
        watch(0)
        whole += (await first?.more?.(messages, wanted))?.filter(mail => wanted === 'all' && mail.raw.length > mailBytes).length ?? 0
      }
      await new Promise(done => setTimeout(done, 2))
      if (failsAt > 0 && whole >= failsAt) throw new Error('planted')
    } finally {
      watch(-1)
    }
  }
  return whole
}

async function catchUpAll(limiter: FetchLimiter | undefined) {
  let [running, most] = [0, 0]
  const watch = (n: number) => {
    running += n
    most = Math.max(most, running)
  }
  const fetched = await Promise.all(everyUid(12).map(n => catchUp(limiter, `user ${n}`, 20, watch)))
  return { fetched: fetched.reduce((sum, n) => sum + n, 0), most }
}

test('no more batches than allowed are under way, and every email is fetched', async () => {
  const limiter = openFetchLimiter({ batches: 3, bytes: 100 * kb * kb })
  expect(await catchUpAll(limiter)).toEqual({ fetched: 240, most: 3 })
  expect(limiter.load()).toEqual({ batches: 0, bytes: 0, waiting: 0 })
})

test('planted: without the limit, all mailboxes fetch at once', async () => {
  expect((await catchUpAll(undefined)).most).toBe(12)
})

test('a batch larger than the whole budget is fetched alone, and what fails gives everything back', async () => {
  const limiter = openFetchLimiter({ batches: 8, bytes: 100 })
  const load: number[] = []
  const watch = () => void load.push(limiter.load().bytes)
  const results = await Promise.allSettled(everyUid(6).map(n => catchUp(limiter, `user ${n}`, 20, watch, n % 2 ? 5 : 0)))
  expect(results.map(one => one.status)).toEqual(everyUid(6).map(n => (n % 2 ? 'rejected' : 'fulfilled')))
  expect(Math.max(...load)).toBe(100)
  await new Promise(done => setImmediate(done))
  expect(limiter.load()).toEqual({ batches: 0, bytes: 0, waiting: 0 })
})

test('batches of one mailbox take turns with those of others', async () => {
  const limiter = openFetchLimiter({ batches: 1, bytes: 100 * kb * kb })
  const turns: string[] = []
  const take = (name: string) => catchUp(limiter, name, 15, n => n === 1 && turns.push(name))
  await Promise.all([take('anna'), take('ben')])
  expect(turns).toEqual(['anna', 'ben', 'anna', 'ben', 'anna', 'ben'])
})
