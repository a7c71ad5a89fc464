// Parses a date header (RFC 5322 §3.3, including the obsolete zones of §4.3).

export interface SentDate {
  at: number
  offsetMinutes: number
}

const shape =
  /^\s*(?:[a-z]{3,9}\s*,)?\s*(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{2,4})\s+(\d{1,2})\s*:\s*(\d{1,2})(?:\s*:\s*(\d{1,2}))?(?:\s+([+-]\d{4}|[a-z]{1,5}))?/i
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const hoursOfZone: Record<string, number> = { EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7 }

/** Null if the text is not a date. */
export function parseSentDate(text: string): SentDate | null {
  const found = shape.exec(text.slice(0, 500).replace(/\([^()]*\)/g, ' '))
  if (!found) return null
  const [, day = '', month = '', yearText = '', hour = '', minute = '', second = '0', zone = ''] = found
  const monthIndex = months.indexOf(month.toLowerCase())
  if (monthIndex < 0 || Number(day) > 31 || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return null
  const offsetMinutes = zoneOffset(zone)
  const at = Date.UTC(fullYear(yearText), monthIndex, Number(day), Number(hour), Number(minute), Number(second)) - offsetMinutes * 60_000
  return { at, offsetMinutes }
}

// RFC 5322 §4.3.
function fullYear(yearText: string): number {
  const year = Number(yearText)
  if (yearText.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return yearText.length === 3 ? 1900 + year : year
}

function zoneOffset(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? []
  if (sign !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return (hoursOfZone[zone.toUpperCase()] ?? 0) * 60
}
