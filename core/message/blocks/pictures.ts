// Tells meaningful pictures in an HTML email from tracking pixels and ornaments.
import type { Element, Style } from './dom.ts'

export type Picture = { kind: 'none' } | { kind: 'letters'; text: string } | { kind: 'shown'; alt: string | null }

/** Pictures up to this size (pixels) are icons. */
const iconSize = 48

export function inspectPicture(element: Element, style: Style): Picture {
  const alt = element.attribs?.['alt']?.replace(/\s+/g, ' ').trim().slice(0, 300) ?? null
  if (alt !== null && alt !== '' && alt.length <= 16 && /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(alt))
    return { kind: 'letters', text: alt }
  const sides = ['width', 'height'].map(name => readSide(element, style, name)).filter(side => side !== null)
  if (sides.some(side => side <= 2) || (sides.length > 0 && Math.max(...sides) <= iconSize)) return { kind: 'none' }
  // An empty `alt` marks an ornament; for embedded pictures mail programs leave it empty anyway.
  const src = element.attribs?.['src'] ?? ''
  if (src === '' || (alt === '' && !/^cid:/i.test(src))) return { kind: 'none' }
  return { kind: 'shown', alt: alt && !/\.(?:png|jpe?g|gif|webp|bmp|heic)$/i.test(alt) ? alt : null }
}

function readSide(element: Element, style: Style, name: string): number | null {
  const found =
    /^\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*$/.exec(style.get(name) ?? '') ?? /^\s*(\d+)\s*(?:px)?\s*$/.exec(element.attribs?.[name] ?? '')
  return found ? Number(found[1]) : null
}
