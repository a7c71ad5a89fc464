// A note of how far a long run is, so that the same seed goes on where it broke off.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Findings } from '../checker.ts'
import { type Measured, nothingMeasured } from './faults.ts'

export interface Note {
  /** So many kills are judged. */
  kill: number
  found: Findings
  measured: Measured
}

export interface Progress {
  read(): Note
  write(note: Note): void
  remove(): void
}

export const nothingFound = (): Findings => ({ mails: 0, lost: 0, duplicates: 0, unknown: 0, sentences: [] })

/** Without a file it forgets. */
export function openProgress(file: string | null): Progress {
  return {
    read: () => (file && readNote(file)) || { kill: 0, found: nothingFound(), measured: nothingMeasured() },
    write: note => {
      if (!file) return
      writeFileSync(`${file}.part`, JSON.stringify(note))
      renameSync(`${file}.part`, file)
    },
    remove: () => file && rmSync(file, { force: true }),
  }
}

function readNote(file: string): Note | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
