// Converts between times on the wire and what a datetime-local input holds, in the reader's time zone.

/** '' for none. */
export function toLocal(iso: string | null): string {
  if (iso === null) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const toIso = (local: string): string | null => (local === '' ? null : new Date(local).toISOString())
