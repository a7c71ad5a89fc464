// An append-only file of what happened, one JSON line each, replayed when a stand-in starts again.
import { closeSync, fdatasync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod/mini'

type Ledger<Entry> = { append: (entry: Entry) => void; clear: () => void; close: () => void }

const syncEveryMs = 100

/** Opens `folder/name` for appending and returns its entries; without a folder nothing is stored. */
export function openLedger<Entry>(
  folder: string | null,
  name: string,
  shape: z.ZodMiniType<Entry>,
): { past: Entry[]; ledger: Ledger<Entry> } {
  if (folder === null) return { past: [], ledger: { append: () => {}, clear: () => {}, close: () => {} } }
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  const file = openSync(path, 'a', 0o600)
  const past = replay(path, shape)
  let syncing: NodeJS.Timeout | undefined
  const syncSoon = () => {
    syncing ??= setTimeout(() => {
      syncing = undefined
      fdatasync(file, () => {})
    }, syncEveryMs)
  }
  const ledger: Ledger<Entry> = {
    // The kernel has the line before any response is sent, so a crash of this process loses nothing.
    append: entry => {
      writeSync(file, `${JSON.stringify(entry)}\n`)
      syncSoon()
    },
    clear: () => ftruncateSync(file, 0),
    close: () => {
      clearTimeout(syncing)
      fdatasyncSync(file)
      closeSync(file)
    },
  }
  return { past, ledger }
}

function replay<Entry>(path: string, shape: z.ZodMiniType<Entry>): Entry[] {
  const bytes = readFileSync(path)
  const completeBytes = bytes.lastIndexOf(0x0a) + 1
  // A line torn by a power cut was never confirmed; it is cut off so that the next line starts clean.
  if (completeBytes < bytes.length) truncateSync(path, completeBytes)
  return bytes
    .subarray(0, completeBytes)
    .toString('utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => shape.parse(JSON.parse(line)))
}
