// Places in a text, and blacking them out.

export interface Place {
  start: number
  end: number
}

/** Always the same, so that nobody can count what stood there. */
export const bullets = '••••••'

/** The text with each place as bullets; places that touch or overlap are one. */
export function blackOut(text: string, places: Place[]): string {
  let shown = ''
  let at = 0
  let isHidden = false
  for (const { start, end } of places.filter(place => place.start < place.end).toSorted((a, b) => a.start - b.start)) {
    if (start > at || !isHidden) shown += text.slice(at, start) + bullets
    isHidden = true
    at = Math.max(at, end)
  }
  return shown + text.slice(at)
}

/** How the same letters may stand elsewhere: as they are here, and without what separates them. */
export function shownIn(text: string, { start, end }: Place): string[] {
  const shown = text.slice(start, end)
  return [...new Set([shown, shown.replace(/[^\p{L}\p{Nd}]/gu, '')])]
}

/** Every place of `wanted`, standing by itself or in an address: not in the middle of a longer number. */
export function rangesOfText(wanted: string, text: string): Place[] {
  const places: Place[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length
    if (!/\p{Nd}/u.test(text.charAt(at - 1)) && !/\p{Nd}/u.test(text.charAt(end))) places.push({ start: at, end })
  }
  return places
}
