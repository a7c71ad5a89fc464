// Maps the slots of grammar rules to their parsers.
import type { SlotParsers } from '../chart.ts'
import {
  matchAddress,
  matchChecks,
  matchHeader,
  matchKinds,
  matchLabel,
  matchOdd,
  matchRedactions,
  matchRest,
  matchTongues,
} from './closed.ts'
import { matchDate, matchWeekdays } from './dates.ts'
import { matchMoney, matchPrice } from './money.ts'
import { matchNames, matchProper, matchRoles, matchWriters } from './names.ts'
import { matchNumber, matchSize, matchSizes } from './numbers.ts'
import { matchClock, matchTime } from './times.ts'
import { matchLiterals, matchQuote, matchTopics } from './topics.ts'

export const slotParsers: SlotParsers = {
  names: matchNames,
  proper: matchProper,
  writers: matchWriters,
  roles: matchRoles,
  topics: matchTopics,
  literals: matchLiterals,
  quote: matchQuote,
  time: matchTime,
  size: matchSize,
  sizes: matchSizes,
  number: matchNumber,
  money: matchMoney,
  price: matchPrice,
  date: matchDate,
  days: matchWeekdays,
  address: matchAddress,
  kinds: matchKinds,
  header: matchHeader,
  label: matchLabel,
  checks: matchChecks,
  tongue: matchTongues,
  redact: matchRedactions,
  rest: matchRest,
  clock: matchClock,
  odd: matchOdd,
}
