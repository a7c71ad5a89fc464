// Holds a filter file while it is read, and collects its warnings.
import type { WordKey } from '../../words/catalogs.ts'
import type { Effort } from '../query/cursor.ts'
import type { Warning } from './imported.ts'
import type { JsonPath, PositionedData } from './json-positions.ts'
import type { PhoneNames } from './phone-names.ts'
import { exchangeWarning } from './problem.ts'

export interface FileReading {
  text: string
  source: PositionedData
  warnings: Warning[]
  effort: Effort
  /** Where actions may name phones and rotas. */
  names?: PhoneNames
}

const maxWarnings = 20

export const hasTooManyWarnings = (file: FileReading): boolean => file.warnings.length >= maxWarnings

export function warnAt(file: FileReading, code: WordKey<'exchange'>, path: JsonPath, values: Warning['values'] = {}): null {
  return !hasTooManyWarnings(file) ? addFileWarning(file, exchangeWarning(code, file.source.locate(path), values)) : null
}

export function addFileWarning(file: FileReading, added: Warning): null {
  if (!hasTooManyWarnings(file)) file.warnings.push(added)
  return null
}
