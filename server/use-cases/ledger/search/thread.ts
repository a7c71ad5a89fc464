// The worker thread that decrypts senders and subjects and looks for words in them.
import { parentPort } from 'node:worker_threads'
import { isFound, searchable } from '../../../../core/message/search.ts'
import { sleep } from '../../../foundation/clock.ts'
import { openHead } from '../../../mail/messages/sealed.ts'
import type { SearchTask, SearchTaskResult } from './wire.ts'

/** Of all people; opening is the cost, so what was opened stays for the next letter that is typed. */
const mostLetters = 20_000_000
const keptMs = 60_000

const opened = new Map<string, string>()
let letters = 0
let last = 0

parentPort?.on('message', (look: SearchTask) => {
  parentPort?.postMessage(answerTo(look))
  void forgetAfter(look.nth)
})

function answerTo({ nth, userId, contentKey, words, heads }: SearchTask): SearchTaskResult {
  const key = bytesOf(contentKey)
  const textOf = (id: string, head: Uint8Array): string => {
    const known = opened.get(`${userId} ${id}`)
    if (known !== undefined) return known
    const { from, subject } = openHead(key, userId, id, bytesOf(head))
    return keep(`${userId} ${id}`, searchable(from, subject))
  }
  try {
    return { nth, ids: heads.flatMap(({ id, head }) => (isFound(textOf(id, head), words) ? [id] : [])) }
  } catch (error) {
    return { nth, problem: String(error).slice(0, 200) }
  }
}

function keep(id: string, text: string): string {
  if (letters + text.length > mostLetters) forget()
  letters += text.length
  opened.set(id, text)
  return text
}

async function forgetAfter(nth: number): Promise<void> {
  last = nth
  await sleep(keptMs)
  if (last === nth) forget()
}

function forget(): void {
  opened.clear()
  letters = 0
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)
