// Saves the progress of a long run, so that the same seed can resume after an interruption.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { Findings } from '../checker.ts'

export interface Note<M> {
  /** So many kills are judged. */
  kill: number
  found: Findings
  measured: M
}

export interface Progress<M> {
  read(): Note<M>
  write(note: Note<M>): void
  remove(): void
}

export const noFindings = (): Findings => ({ mails: 0, lost: 0, duplicates: 0, unknown: 0, sentences: [] })

/** Without a file it forgets. `nothing` is what is measured before the first kill. */
export function openProgress<M>(file: string | null, nothing: M): Progress<M> {
  return {
    read: () => (file && readNote<M>(file)) || { kill: 0, found: noFindings(), measured: nothing },
    write: note => {
      if (!file) return
      writeFileSync(`${file}.part`, JSON.stringify(note))
      renameSync(`${file}.part`, file)
    },
    remove: () => file && rmSync(file, { force: true }),
  }
}

function readNote<M>(file: string): Note<M> | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
