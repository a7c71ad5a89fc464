// Which pictures of a mail say something: not those that only count who reads, nor ornaments.
import type { Element, Style } from './dom.ts'

export type Picture = { kind: 'none' } | { kind: 'letters'; text: string } | { kind: 'shown'; alt: string | null }

/** An icon is no larger (pixels). */
const iconSize = 48

export function pictureOf(element: Element, style: Style): Picture {
  const alt = element.attribs?.['alt']?.replace(/\s+/g, ' ').trim().slice(0, 300) ?? null
  if (alt !== null && alt !== '' && alt.length <= 16 && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(alt))
    return { kind: 'letters', text: alt }
  const sides = ['width', 'height'].map(name => sideOf(element, style, name)).filter(side => side !== null)
  if (sides.some(side => side <= 2) || (sides.length > 0 && Math.max(...sides) <= iconSize)) return { kind: 'none' }
  // An empty text is how a sender says that a picture is an ornament; of a picture that came with the mail programs leave it empty.
  const src = element.attribs?.['src'] ?? ''
  if (src === '' || (alt === '' && !/^cid:/i.test(src))) return { kind: 'none' }
  return { kind: 'shown', alt: alt && !/\.(?:png|jpe?g|gif|webp|bmp|heic)$/i.test(alt) ? alt : null }
}

function sideOf(element: Element, style: Style, name: string): number | null {
  const found =
    /^\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*$/.exec(style.get(name) ?? '') ?? /^\s*(\d+)\s*(?:px)?\s*$/.exec(element.attribs?.[name] ?? '')
  return found ? Number(found[1]) : null
}
