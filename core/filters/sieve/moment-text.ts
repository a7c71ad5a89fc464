// Writes arrival time tests as Sieve tests of the current time (RFC 5260 §5), in the server's time zone.
import type { TimeTest } from '../tree.ts'
import { sieveWeekdays } from './time.ts'
import { quote, quoteList, requireExtension, type SieveWriter, warnApproximate } from './writer.ts'

export function timeTestText(test: TimeTest, writer: SieveWriter): string {
  requireExtension(writer, 'date')
  warnApproximate(writer, 'server_zone')
  switch (test.field) {
    case 'weekday':
      return `currentdate "weekday" ${quoteList(
        test.days.map(day => String(sieveWeekdays.indexOf(day))),
        writer,
      )}`
    case 'date':
      return dateText(test, writer)
    case 'hour':
      return hourText(test.from, test.to, writer)
  }
}

function dateText({ operator, day }: Extract<TimeTest, { field: 'date' }>, writer: SieveWriter): string {
  if (operator === 'on') return `currentdate "date" ${quote(day, writer)}`
  requireExtension(writer, 'relational')
  return `currentdate :value "${operator === 'before' ? 'lt' : 'ge'}" "date" ${quote(day, writer)}`
}

const midnight = '00:00'

function hourText(from: string, to: string, writer: SieveWriter): string {
  if (from === to) return 'true'
  requireExtension(writer, 'relational')
  const start = `currentdate :value "ge" "time" "${from}:00"`
  const end = `currentdate :value "lt" "time" "${to}:00"`
  if (to === midnight) return start
  if (from === midnight) return end
  return `${from < to ? 'allof' : 'anyof'}(${start}, ${end})`
}
