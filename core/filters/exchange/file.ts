// A file that is being read, and what was noted of it.
import type { WordKey } from '../../words/catalogs.ts'
import type { Effort } from '../query/cursor.ts'
import type { Warning } from './imported.ts'
import type { JsonPath, Source } from './json-positions.ts'
import { warning } from './problem.ts'

export interface File {
  text: string
  source: Source
  warnings: Warning[]
  effort: Effort
}

const mostWarnings = 20

/** Whether there is no use in reading on. */
export const isFull = (file: File): boolean => file.warnings.length >= mostWarnings

export function note(file: File, code: WordKey<'exchange'>, path: JsonPath, values: Warning['values'] = {}): null {
  return !isFull(file) ? noteAt(file, warning(code, file.source.placeOf(path), values)) : null
}

export function noteAt(file: File, noted: Warning): null {
  if (!isFull(file)) file.warnings.push(noted)
  return null
}
