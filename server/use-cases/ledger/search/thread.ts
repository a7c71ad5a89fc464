// The search worker: decrypts senders and subjects and looks for words in them.
import { parentPort } from 'node:worker_threads'
import { matchesAllWords, toSearchableText } from '../../../../core/message/search.ts'
import { sleep } from '../../../foundation/clock.ts'
import { openHead } from '../../../mail/messages/sealed.ts'
import type { SearchTask, SearchTaskResult } from './wire.ts'

/** The cache limit for all users. Decrypting is the costly part, so results stay for the next character that is typed. */
const maxCachedCharacters = 20_000_000
const cacheMs = 60_000

const cache = new Map<string, string>()
let cachedCharacters = 0
let lastTask = 0

parentPort?.on('message', (task: SearchTask) => {
  parentPort?.postMessage(runTask(task))
  void clearCacheLater(task.nth)
})

function runTask({ nth, userId, contentKey, words, heads }: SearchTask): SearchTaskResult {
  const key = toBuffer(contentKey)
  const searchText = (id: string, head: Uint8Array): string => {
    const cached = cache.get(`${userId} ${id}`)
    if (cached !== undefined) return cached
    const { from, subject } = openHead(key, userId, id, toBuffer(head))
    return remember(`${userId} ${id}`, toSearchableText(from, subject))
  }
  try {
    return { nth, ids: heads.flatMap(({ id, head }) => (matchesAllWords(searchText(id, head), words) ? [id] : [])) }
  } catch (error) {
    return { nth, problem: String(error).slice(0, 200) }
  }
}

function remember(id: string, text: string): string {
  if (cachedCharacters + text.length > maxCachedCharacters) clearCache()
  cachedCharacters += text.length
  cache.set(id, text)
  return text
}

async function clearCacheLater(nth: number): Promise<void> {
  lastTask = nth
  await sleep(cacheMs)
  if (lastTask === nth) clearCache()
}

function clearCache(): void {
  cache.clear()
  cachedCharacters = 0
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
