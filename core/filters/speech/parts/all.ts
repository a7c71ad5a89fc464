// The open parts of rules by their names.
import type { SlotParsers } from '../chart.ts'
import { readAddress, readChecks, readHeader, readKinds, readLabel, readRedactions, readRest, readTongue } from './closed.ts'
import { readDate, readDays } from './dates.ts'
import { readNames, readProper, readRoles } from './names.ts'
import { readNumber, readSize } from './numbers.ts'
import { readTime } from './times.ts'
import { readLiterals, readQuote, readTopics } from './topics.ts'

export const parts: SlotParsers = {
  names: readNames,
  proper: readProper,
  roles: readRoles,
  topics: readTopics,
  literals: readLiterals,
  quote: readQuote,
  time: readTime,
  size: readSize,
  number: readNumber,
  date: readDate,
  days: readDays,
  address: readAddress,
  kinds: readKinds,
  header: readHeader,
  label: readLabel,
  checks: readChecks,
  tongue: readTongue,
  redact: readRedactions,
  rest: readRest,
}
