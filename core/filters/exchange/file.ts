// A file that is being read, and what was noted of it.
import type { Key } from '../../words/rooms.ts'
import type { Warning } from './imported.ts'
import type { Path } from './place-in-json.ts'
import { warning } from './problem.ts'
import type { Source } from './source.ts'

export interface File {
  text: string
  source: Source
  warnings: Warning[]
}

const mostWarnings = 20

export function note(file: File, code: Key<'exchange'>, path: Path, values: Warning['values'] = {}): null {
  return file.warnings.length < mostWarnings ? noteAt(file, warning(code, file.source.placeOf(path), values)) : null
}

export function noteAt(file: File, noted: Warning): null {
  if (file.warnings.length < mostWarnings) file.warnings.push(noted)
  return null
}
