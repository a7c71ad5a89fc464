// The time zones of this browser, as a person names them.

/** Null where the browser does not tell. */
export const browserZone = (): string | null => new Intl.DateTimeFormat().resolvedOptions().timeZone || null

/** With one that is chosen already, which may be known by another name here. */
export const zonesWith = (chosen: string): string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', chosen])].sort()

/** `America/Argentina/Buenos_Aires`: Buenos Aires, Argentina, America. */
export const nameOf = (zone: string): string => zone.replaceAll('_', ' ').split('/').toReversed().join(', ')

/** Every word that was typed is in the name. */
export function fits(zone: string, query: string): boolean {
  const name = plain(nameOf(zone))
  return plain(query)
    .split(/[\s/,_]+/)
    .every(word => name.includes(word))
}

export const timeIn = (zone: string, language: string, now: Date): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now)

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
