// What the doctor found: a check, how it stands, and the keys of the words that say what was found and what to do.
import type { Key } from '../../core/words/rooms.ts'

type Word = Key<'doctor'>
type Named<Prefix extends string, W = Word> = W extends `${Prefix}.${infer Rest}` ? Rest : never

export type Check = Named<'check'>
/** Words of something found that also say what to do about it. */
type Mendable<W = Word> = W extends `${infer Found}.fix` ? Found : never

export interface Finding {
  check: Check
  /** note: it works, but somebody should know. skipped: what it needs is not there. */
  state: 'ok' | 'note' | 'failing' | 'skipped'
  found: Word
  fix: Word | null
  values: Values
}

export type Values = Record<string, string | number>

export const ok = (check: Check, found: Word, values: Values = {}): Finding => ({ check, state: 'ok', found, fix: null, values })

export const note = (check: Check, found: Mendable, values: Values = {}): Finding => ({
  check,
  state: 'note',
  found,
  fix: `${found}.fix`,
  values,
})

export const failing = (check: Check, found: Mendable, values: Values = {}): Finding => ({
  check,
  state: 'failing',
  found,
  fix: `${found}.fix`,
  values,
})

/** `found` needs nobody, such as a part that this host has not. */
export const passed = (check: Check, found: Word, values: Values = {}): Finding => ({ check, state: 'skipped', found, fix: null, values })

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
/** "23 November 2026": what the doctor says is English alone. */
export const dayIn = (at: Date): string => days.format(at)
